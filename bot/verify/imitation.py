"""Whether somebody else's name or footer could be taken for the referee's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

FOOTER = re.compile(r"#([0-9]+) · ([0-9a-f]{16})")
"""number and digits of the hash, as posts show them"""

_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝɡοανρτικυε0135",
    "abekmhopctyxijsdqwgoavptikueoles",
)
"""letters of other scripts, and digits, that are drawn as Latin letters are"""


def bears_name(name: str, own: Iterable[str]) -> bool:
    """Whether a name reads as one of the referee's own, in whatever letters, case and signs."""
    return _skeleton(name) in {_skeleton(one) for one in own}


def imitates_footer(text: str) -> bool:
    """Whether a text shows a number with a hash as posts of the referee do, or something like it."""
    return re.search(r"#\s*\d+\s*\W?\s*[0-9a-f]{16}\b", text, re.IGNORECASE) is not None


def shown_footer(text: str) -> str:
    """The number and hash that a text shows, written as posts write them; "" where it shows none."""
    found = FOOTER.search(text)
    return found[0] if found else ""


def _skeleton(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_ALIKE)
    # 1, l and I are one stroke in many fonts.
    plain = letters.replace("l", "i")
    return "".join(letter for letter in plain if letter.isalnum())
