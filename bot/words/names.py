"""Names that hold anything, made fit for a post: nothing pings, nothing breaks the layout."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rules.refusal import Refused

LONGEST = 300
SHOWN_GRAPHEMES = 32
UNCUT = 10**6
_MARKS = r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
_STACKED = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
"""combining marks beyond three on one sign, which would run over the lines above and below"""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""letters and signs that are drawn as nothing"""
_ZERO_WIDTH_JOINER = "\u200d"
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in r"\`*_~|<>@#[]"})


def kept(name: str, what: str = "name") -> str:
    """A name as it is stored: NFC, without control signs, white space folded.

    Raises Refused `bad_name` where nothing that can be seen is left or more than 300 characters were given.
    """
    if len(name) > LONGEST:
        raise Refused("bad_name", f"The {what} has {len(name)} characters; {LONGEST} are the most.")
    # Normalised after the signs are gone that kept a letter and its mark apart.
    harmless = unicodedata.normalize("NFC", "".join(map(_harmless, name)))
    folded = " ".join(_STACKED.sub(r"\1", harmless).split())
    if not any(map(_is_seen, folded)):
        raise Refused("bad_name", f"The {what} holds nothing that can be seen.")
    return folded


def folded(name: str) -> str:
    """A name as it is compared: NFC, its case and white space folded. Raises Refused as `kept` does."""
    return kept(name).casefold()


def lines(text: str) -> str:
    """A text of several lines as it is stored: NFC, and in no line a sign that controls anything."""
    tame = "\n".join("".join(map(_harmless, line)) for line in text.split("\n"))
    return unicodedata.normalize("NFC", tame)


@lru_cache(maxsize=1024)
def place(location: str) -> str:
    """A location folded in case and space: `g 5 / 1` and `G5/1` are one, `G5` another.

    A space stays only between words. Raises Refused `bad_name` as `kept` does.
    """
    tight = re.sub(r"\s*/\s*", "/", kept(location, "location").upper())
    return kept(re.sub(r"\b([A-Z]{1,2})\s+(?=\d)", r"\1", tight, flags=re.ASCII), "location")


def shown(name: str) -> str:
    """A name at the length in which posts show it: at most 32 graphemes."""
    return cut(name, SHOWN_GRAPHEMES)


def spoken(name: str) -> str:
    """A name in running text: at most 32 graphemes, none of them markup."""
    return plain(shown(name))


def cut(text: str, graphemes: int, most: int = UNCUT) -> str:
    """The text, or as much of it as fits into `graphemes` and `most` UTF-16 units, and an ellipsis."""
    # A sign is at most two units, a grapheme at least one sign: most names need no counting.
    if len(text) <= graphemes and 2 * len(text) <= most:
        return text
    parts = list(_graphemes(text))
    if len(parts) <= graphemes and units(text) <= most:
        return text
    taken, used = [], 1
    for part in parts[: graphemes - 1]:
        used += units(part)
        if used > most:
            break
        taken.append(part)
    return "".join(taken) + "…"


def units(text: str) -> int:
    """The length in UTF-16 units, the strictest in which a client may count: an emoji has two or more."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def columns(text: str, width: int) -> str:
    """The text cut so that it takes at most `width` columns of a fixed-width font."""
    if breadth(text) <= width:
        return text
    kept_parts, used = [], 0
    for part in _graphemes(text):
        used += breadth(part)
        if used > width - 1:
            break
        kept_parts.append(part)
    return "".join(kept_parts) + "…"


def breadth(text: str) -> int:
    """The columns of a fixed-width font that the text takes."""
    return len(text) if text.isascii() else _breadth(text)


@lru_cache(maxsize=1024)
def _breadth(text: str) -> int:
    # Its tables take 1.4 MB and 10 ms to load, and a text of ASCII needs none of them.
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def plain(text: str) -> str:
    """The text with Discord's markup escaped, so that it is read as it was typed; no address is a link."""
    return text.translate(_MARKUP).replace("://", ":\\//")


def unmarked(text: str) -> str:
    """What `plain` escaped, as it was: for files, which show no markup."""
    return re.sub(r"\\(?=[\\`*_~|<>@#\[\]/])", "", text)


def fenced(text: str) -> str:
    """The text for a code block, which it cannot leave."""
    return text.replace("`", "ˋ")


def _graphemes(text: str) -> Iterable[str]:
    if text.isascii():
        return text
    from wcwidth import iter_graphemes

    return iter_graphemes(text)


def _is_seen(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character)[0] not in "MZC"


def _harmless(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if category in ("Cf", "Cs", "Co", "Cn") and character != _ZERO_WIDTH_JOINER:
        return ""
    return character
