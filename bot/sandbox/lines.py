"""Lines as a player types them in a terminal or a transcript: `@alice /mc result:1MC location:G5`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from bot.sandbox.wrong import WrongUse, known

ACTS = "/command, [Button], says ..., fills field:value, menu Name, uploads FILE, roles Name; Name"
SPEAKER = re.compile(r'@(?:"([^"]+)"|(\S+))\s+(\S.*)', re.DOTALL)
PART = re.compile(r"\[(.+?)\](?:\s+(.*))?")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)', re.DOTALL)

LIKE_AN_OPTION = re.compile(r"\s([a-z][a-z_]*):(?=[^\s/]|$)")
"""an option's name with its value behind it; `Fire: the return`, `GR 283: leg 30` and an address are text"""


class Note(Struct, frozen=True):
    """An empty line or a comment."""


class Switch(Struct, frozen=True):
    """What follows happens in this channel or thread."""

    channel: str


class Say(Struct, frozen=True):
    person: str
    content: str


class Slash(Struct, frozen=True):
    """`name` is the command's full name, options are as typed."""

    person: str
    name: str
    options: Mapping[str, str]


class Click(Struct, frozen=True):
    """A button, or a list with the values picked from it."""

    person: str
    label: str
    values: tuple[str, ...]


class Fill(Struct, frozen=True):
    """The fields of the form in front of the person, still unread: see read_pairs."""

    person: str
    pairs: str


class Menu(Struct, frozen=True):
    """A command of the context menu of the newest message."""

    person: str
    name: str


class Upload(Struct, frozen=True):
    """A file for an attachment option, which then takes its name."""

    person: str
    path: str


class Wear(Struct, frozen=True):
    """The roles that the person has from then on, and no others."""

    person: str
    roles: tuple[str, ...]


Line: TypeAlias = Note | Switch | Say | Slash | Click | Fill | Menu | Upload | Wear


def read_line(line: str, commands: Mapping[str, Sequence[str]]) -> Line:
    """`commands` maps full names, `game new`, to the names of their options. Raises WrongUse."""
    line = line.strip()
    if not line or line == "#" or line.startswith("# "):
        return Note()
    if line.startswith("#"):
        return Switch(line[1:])
    found = SPEAKER.fullmatch(line)
    if found is None:
        raise WrongUse(
            f"Say first who acts, such as @alice {line if line.startswith('/') else '/help'}. A line is "
            f"@name and one of {ACTS}; or #name for another channel, or a comment, # ...; not {line!r}."
        )
    person, rest = found[1] or found[2], found[3]
    if rest.startswith("/"):
        name, options = read_command(rest, commands)
        return Slash(person, name, options)
    if part := PART.fullmatch(rest):
        return Click(person, part[1], _listed(part[2] or ""))
    verb, _, what = rest.partition(" ")
    what = what.strip()
    if verb == "fills":
        return Fill(person, what)
    if verb == "roles":
        return Wear(person, _listed(what))
    if verb in ("says", "menu", "uploads") and what:
        made: dict[str, type[Say] | type[Menu] | type[Upload]] = {
            "says": Say,
            "menu": Menu,
            "uploads": Upload,
        }
        return made[verb](person, what)
    raise WrongUse(f"@{person} can do one of {ACTS}; not {rest!r}.")


def _listed(values: str) -> tuple[str, ...]:
    return tuple(value.strip() for value in values.split(";") if value.strip())


def read_upload(line: str) -> Upload | None:
    """The file that a line brings: whoever reads lines must send it, the sandbox opens no files."""
    found = SPEAKER.fullmatch(line.strip())
    if found is None or not found[3].startswith("uploads "):
        return None
    return Upload(found[1] or found[2], found[3].removeprefix("uploads ").strip())


def read_command(typed: str, commands: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, str]]:
    """The full name and the options of `/game new elr:3`. Raises WrongUse."""
    words = typed.removeprefix("/").split()
    for length in range(min(3, len(words)), 0, -1):
        name = " ".join(words[:length])
        if name in commands:
            rest = re.sub(r"^/\s*" + r"\s+".join(map(re.escape, words[:length])), "", typed)
            return name, read_pairs(rest, commands[name], "option", LIKE_AN_OPTION)
    near = [c for c in commands if words and c.split()[0] == words[0]] or list(commands)
    raise WrongUse(f"There is no command like {typed!r}. {known(['/' + c for c in near], 'There are')}")


def read_pairs(
    typed: str, names: Iterable[str], what: str, like: re.Pattern[str] | None = None
) -> dict[str, str]:
    """`name:value name:value`: a value runs to the next known name, or stands in quotes.

    Raises WrongUse, also for what is `like` a name in a value without quotes and none of those known.
    """
    listed = sorted(names, key=len, reverse=True)
    keys = "|".join(map(re.escape, listed))
    key = re.compile(rf"\s*({keys}):\s*") if keys else None
    following = re.compile(rf"\s(?:{keys}):") if keys else None
    pairs: dict[str, str] = {}
    at = 0
    while at < len(typed.rstrip()):
        found = key.match(typed, at) if key else None
        if found is None or following is None:
            (word,) = re.split(r"[\s:]", typed[at:].strip(), maxsplit=1)[:1]
            raise WrongUse(f"{word!r} is no {what}. {known(sorted(listed), 'It takes')}")
        if found[1] in pairs:
            raise WrongUse(f"The {what} {found[1]!r} is given twice.")
        at = found.end()
        quoted = QUOTED.match(typed, at)
        if quoted:
            pairs[found[1]] = re.sub(r"\\(.)", r"\1", quoted[1])
            at = quoted.end()
        else:
            # One step back, so that an empty value ends where the next name begins.
            end = following.search(typed, at - 1)
            value = typed[at : end.start() if end else len(typed)]
            strange = like.search(value) if like else None
            if strange:
                right = f'{known(sorted(listed), "It takes")} As text it stands in quotes: {found[1]}:"..."'
                raise WrongUse(f"{strange[1]!r} is no {what}. {right}")
            pairs[found[1]] = value.strip()
            at = end.start() if end else len(typed)
    return pairs
