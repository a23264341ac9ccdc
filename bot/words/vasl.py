"""Dice as VASL's chat tells them, so that the tools of ASL players read them (docs/vasl.md)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words.names import fenced

GAP = "   "
AXIS = ("german", "ss", "italian", "finnish", "axis_minor", "japanese")
"""nationalities whose SAN VASL calls the Axis SAN; that of all others is the Allied SAN"""
SANS = ("Axis SAN", "Allied SAN")
"""as VASL calls them; of the side named first and of the other, where nationalities do not tell"""
MOST_FACES = 20
"""dice of a free roll that are listed; of more only the total is told"""
RANDOM_SELECTION = "RS"


def dr(category: str, coloured: int, white: int, who: str, remark: str = "") -> str:
    """`*** (IFT DR) 4,2 ***   <German>   Allied SAN`."""
    return _line(f"({category} DR) {coloured},{white}", who, remark)


def single(category: str, face: int, who: str, remark: str = "") -> str:
    """`*** (Other dr) 3 ***   <German>`."""
    return _line(f"({category} dr) {face}", who, remark)


def free(asked: str, faces: Sequence[int], total: int, who: str) -> str:
    """`*** 3d6 = 4,2,6 ***   <German>`."""
    return _line(f"{asked} = {','.join(map(str, faces)) if len(faces) <= MOST_FACES else total}", who, "")


def san(nations: Sequence[str]) -> str:
    """Whose SAN was thrown, as VASL knows sides."""
    axis, allied = SANS
    return axis if any(nation in AXIS for nation in nations) else allied


def _line(dice: str, who: str, remark: str) -> str:
    # In a code span: Discord would take the stars for bold and close up the blanks.
    said = f"{GAP}{remark}" if remark else ""
    return fenced(f"*** {dice} ***{GAP}<{who}>{said}").join("``")
