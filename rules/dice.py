"""Dice asked for by name, so that whoever throws them knows what each one is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from rules.refusal import Refused


class Dice(Protocol):
    """Where dice come from: a recording, the verifiable dice of a game, a walk over every face."""

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        """Throw `count` dice of `sides` faces (1 to `sides`) for `name`, written `purpose:piece`."""
        ...


class DR(Struct, frozen=True):
    """Two six-sided dice (A.3): the coloured one, then the white one."""

    name: str
    coloured: int
    white: int

    @property
    def original(self) -> int:
        """The sum before any DRM, 2 to 12."""
        return self.coloured + self.white


class OneDie(Struct, frozen=True):
    """A single die, six-sided in ASL (dr), ten-sided for a REMO check."""

    name: str
    face: int


class Throws:
    """The dice of one ruling: a name asked for again in it becomes `purpose:piece#2`, then `#3`."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._asked: dict[str, int] = {}

    def dr(self, purpose: str, piece: str) -> DR:
        name = self._name(purpose, piece)
        coloured, white = self._dice.roll(name, 2, 6)
        return DR(name, coloured, white)

    def one(self, purpose: str, piece: str, sides: int = 6) -> OneDie:
        name = self._name(purpose, piece)
        (face,) = self._dice.roll(name, 1, sides)
        return OneDie(name, face)

    def _name(self, purpose: str, piece: str) -> str:
        base = f"{purpose}:{piece}"
        count = self._asked[base] = self._asked.get(base, 0) + 1
        return base if count == 1 else f"{base}#{count}"


class MissingDie(Refused):
    """A ruling asked for a die that was not recorded."""

    def __init__(self, name: str) -> None:
        super().__init__("missing_die", f"The ruling needs {name}, which is not among the dice given.")
        self.name = name


class LeftOverDice(Refused):
    """Recorded dice that the ruling never asked for."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__("left_over_die", f"The ruling has no use for {', '.join(names)}.")
        self.names = tuple(names)


class RecordedDice:
    """Dice thrown before, by name; each is used once.

    Raises MissingDie for a name not recorded, Refused `bad_dice` for a wrong number of faces or a face
    that the die does not have.
    """

    def __init__(self, faces: Mapping[str, Sequence[int]]) -> None:
        self._faces = {name: tuple(thrown) for name, thrown in faces.items()}

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        thrown = self._faces.pop(name, None)
        if thrown is None:
            raise MissingDie(name)
        if len(thrown) != count or not all(1 <= face <= sides for face in thrown):
            shown = ", ".join(map(str, thrown))
            needed = "a die" if count == 1 else f"{count} dice"
            raise Refused("bad_dice", f"{name} needs {needed} of 1 to {sides}, not {shown}.")
        return thrown

    def require_all_used(self) -> None:
        """Raise LeftOverDice if a recorded die was not asked for."""
        if self._faces:
            raise LeftOverDice(sorted(self._faces))
