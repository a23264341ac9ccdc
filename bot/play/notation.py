"""Units as players write them in mail and in VASL: `3x 4-6-7 @G5`, `8-1 Lt. Schmidt @G5 wounded`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache

from msgspec import Struct

from bot.play.catalogue import Counter, counter, no_counter
from bot.words import names
from bot.words.wording import counted
from rules.asl.words import Flag, UnitClass, UnitType
from rules.refusal import Refused

MOST_LINES = 2000
MOST_ALIKE = 50
NEAR = 0.8
"""how alike a word must be to a state before it is taken for one misspelt"""

FLAGS = {
    **{flag.value: flag for flag in Flag},
    "brk": Flag.BROKEN,
    "bkn": Flag.BROKEN,
    "brkn": Flag.BROKEN,
    "pin": Flag.PINNED,
    "wnd": Flag.WOUNDED,
    "wound": Flag.WOUNDED,
    "fan": Flag.FANATIC,
    "bsk": Flag.BERSERK,
    "enc": Flag.ENCIRCLED,
    "dis": Flag.DISRUPTED,
    "disr": Flag.DISRUPTED,
    "ae": Flag.ASSAULT_ENGINEER,
    "engineer": Flag.ASSAULT_ENGINEER,
    "engineers": Flag.ASSAULT_ENGINEER,
    "cdo": Flag.COMMANDO,
}
TYPES = {
    **{unit_type.value: unit_type for unit_type in UnitType},
    "sq": UnitType.SQUAD,
    "squads": UnitType.SQUAD,
    "sqd": UnitType.SQUAD,
    "hs": UnitType.HALF_SQUAD,
    "half-squad": UnitType.HALF_SQUAD,
    "half-squads": UnitType.HALF_SQUAD,
    "crews": UnitType.CREW,
    "ldr": UnitType.LEADER,
    "commissars": UnitType.COMMISSAR,
    "leaders": UnitType.LEADER,
    "com": UnitType.COMMISSAR,
}
CLASSES = {unit_class.value: unit_class for unit_class in UnitClass}
PLAIN = ("good_order", "go", "ok")
"""words for a unit to which nothing has happened"""

_DASHES = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "×": "x", "＠": "@"})
_BULLET = re.compile(r"^(?:[*•·▪>]|-(?=\s))\s*")
_COUNT = re.compile(r"^(\d{1,3})\s*[x*]\s*(?=\S)(?!\d{1,2}(?:\s|$|@))", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"\s+(?:x\s*(\d{1,3})|\(x?\s*(\d{1,3})\))(?=\s|$|@)", re.IGNORECASE)
_AT = re.compile(r"@\s*([^\s,;()\[\]]+(?:\s*/\s*[^\s,;()\[\]]+)?)")
_IN = re.compile(r"\b(?:at|in|hex)\s+(\d*[a-z]{1,2}\d{1,2}(?:\s*/\s*\w+)?)(?=\s|$|[,;)])", re.IGNORECASE)
_HEAD = re.compile(r"^@?\s*([^:]{1,60}?)\s*:\s*(.*)$")
_PLACE_ALONE = re.compile(r"^@\s*(\S+(?:\s*/\s*\S+)?)$")
_QUOTED = re.compile(r'["“„]([^"“”„]+)["”“]')
_COUNTER = re.compile(r"^(\d{1,2}-\d-\d{1,2}|\d{1,2}[-+]\d)([a-z]?)$", re.IGNORECASE)
_RUN_TOGETHER = re.compile(r"^\d{3}$")


class Written(Struct, frozen=True):
    """One line understood: `number` units alike, `name` None where they are only to be lettered."""

    line: int
    number: int
    counter: Counter
    flags: tuple[str, ...]
    name: str | None
    location: str


class BadLines(Refused):
    """Lines that cannot be understood, each with its number and a suggestion; nothing was added."""

    def __init__(self, lines: Sequence[str]) -> None:
        count = counted(len(lines), "line")
        super().__init__("bad_lines", f"{count} cannot be read, so nothing was added.")
        self.lines = tuple(lines)


def read_notation(text: str, fielded: Sequence[Counter], location: str | None) -> tuple[Written, ...]:
    """Every unit of a text; `location` is for lines that name none and stand under no heading `G5:`.

    Raises BadLines for lines that are wrong, Refused `nothing_written` or `too_many_lines`.
    """
    lines = text.translate(_DASHES).splitlines()
    if len(lines) > MOST_LINES:
        raise Refused("too_many_lines", f"{len(lines)} lines are pasted; {MOST_LINES} are the most.")
    found: list[Written] = []
    wrong: list[str] = []
    place = location
    for number, line in enumerate(lines, 1):
        head, items = _parts(line)
        place = place if head is None else head
        for item in items:
            try:
                found.append(_read(number, item, fielded, place))
            except Refused as refused:
                wrong.append(f"Line {number}, {names.spoken(line.strip())}: {refused.message}")
    if wrong:
        raise BadLines(wrong)
    if not found:
        raise Refused("nothing_written", "No unit is written there; write lines such as 3x 4-6-7 @G5.")
    return tuple(found)


def _parts(line: str) -> tuple[str | None, tuple[str, ...]]:
    """The location that a line sets for those below it, and the units that it holds."""
    bare = _BULLET.sub("", line.strip())
    if not bare or bare.startswith(("#", "//", ";")):
        return None, ()
    if alone := _PLACE_ALONE.match(bare):
        return alone[1], ()
    head = _HEAD.match(bare)
    if head is not None and _is_place(head[1]):
        return head[1], tuple(item.strip() for item in re.split(r"[;,]", head[2]) if item.strip())
    return None, (bare,)


def _is_place(text: str) -> bool:
    """Whether what stands before a colon is a location, which has a number and is no counter."""
    return any(map(str.isdigit, text)) and not any(_is_counter(word) for word in text.split())


def _read(number: int, item: str, fielded: Sequence[Counter], place: str | None) -> Written:
    count, rest = _counted(item)
    where, rest = _placed(rest, place)
    quoted = _QUOTED.search(rest)
    rest = _QUOTED.sub(" ", rest)
    wanted, flags, called = _sorted_words(rest, fielded)
    name = quoted[1] if quoted else " ".join(called) or None
    if quoted and called:
        raise Refused("bad_line", f"what is {names.spoken(' '.join(called))}? A name stands in quotes whole.")
    if where is None:
        raise Refused("no_location", f"it names no location; end it with one: {names.spoken(item)} @G5.")
    return Written(number, count, _meant(wanted, fielded), flags, name, where)


def _counted(item: str) -> tuple[int, str]:
    """How many alike: `3x 4-6-7`, `4-6-7 x3`, `4-6-7 (3)`."""
    found = _COUNT.match(item) or _COUNT_AFTER.search(item)
    if found is None:
        return 1, item
    said = next(group for group in found.groups() if group)
    if not 1 <= int(said) <= MOST_ALIKE:
        raise Refused("bad_number", f"{said} alike are too many or too few; write 1x to {MOST_ALIKE}x.")
    return int(said), f"{item[: found.start()]} {item[found.end() :]}"


def _placed(item: str, place: str | None) -> tuple[str | None, str]:
    found = _AT.search(item) or _IN.search(item)
    if found is None:
        return place, item
    return found[1], f"{item[: found.start()]} {item[found.end() :]}"


def _sorted_words(text: str, fielded: Sequence[Counter]) -> tuple[list[str], tuple[str, ...], list[str]]:
    """The words that tell the counter, the states, and what is left for a name."""
    kinds = {str(known.nation) for known in fielded} | {str(known.trait) for known in fielded if known.trait}
    wanted: list[str] = []
    flags: list[str] = []
    called: list[str] = []
    for word in re.sub(r"[()\[\],;]", " ", text).split():
        low = word.casefold()
        if _is_counter(word) and any(map(_is_counter, wanted)):
            raise Refused(
                "bad_line",
                f"two counters stand there, {wanted[0]} and {word}; write each on a line of its own.",
            )
        told = _counter_in(word, fielded) if not any(map(_is_counter, wanted)) else None
        if told is not None:
            wanted.append(told[0])
            called += [told[1]] if told[1] else []
        elif low in FLAGS:
            flags.append(FLAGS[low].value)
        elif low in TYPES or low in CLASSES or low in kinds:
            wanted.append(TYPES[low].value if low in TYPES else low)
        elif low not in PLAIN:
            _require_no_slip(word)
            called.append(word.rstrip(":"))
    return wanted, tuple(dict.fromkeys(flags)), called


def _counter_in(word: str, fielded: Sequence[Counter]) -> tuple[str, str] | None:
    """The counter that a word is, `4-6-7`, `467` or `4-6-7b`, and the letter behind it."""
    whole = _COUNTER.match(word)
    if whole:
        return whole[1], whole[2]
    if _RUN_TOGETHER.match(word) and any(known.name == "-".join(word) for known in fielded):
        return "-".join(word), ""
    return None


def _is_counter(word: str) -> bool:
    return _COUNTER.match(word) is not None


def _require_no_slip(word: str) -> None:
    """Raise Refused where a word in small letters is nearly a state: `wonded` is no name."""
    near = get_close_matches(word, FLAGS, 1, NEAR) if word.islower() and len(word) > 3 else []
    if near:
        raise Refused("bad_line", f'{names.spoken(word)}: {near[0]}? If it is a name, write "{word}".')


def _meant(wanted: Sequence[str], fielded: Sequence[Counter]) -> Counter:
    printed = [word for word in wanted if _is_counter(word)]
    kinds = [word for word in wanted if not _is_counter(word)]
    if not printed and UnitType.HERO.value in kinds:
        printed = [found.name for found in fielded if found.type is UnitType.HERO][:1]
    if not printed:
        raise Refused("no_counter", "it names no counter, such as 4-6-7, 8-1 or 2-3-7 HS.")
    known = {known.name for known in fielded}
    if printed and printed[0] not in known:
        raise no_counter(printed[0], fielded)
    return _looked_up(" ".join((printed[0], *kinds)), tuple(fielded))


@lru_cache(maxsize=512)
def _looked_up(words: str, fielded: tuple[Counter, ...]) -> Counter:
    """A long roster writes the same counters again and again."""
    return counter(words, fielded)
