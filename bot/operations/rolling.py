"""Free rolls: dice for a side outside any ruling, as entries like all others."""

from __future__ import annotations

import re

from msgspec import Struct

from bot.events.dice import DiceRolled
from bot.operations.free_dice import dice_of, rolled, stream
from bot.operations.owning import held_seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules.refusal import Refused

MOST_DICE = 100
FEWEST_SIDES, MOST_SIDES = 2, 256
MOST_PLUS = 9999
MOST_TYPED = 40
GOW = "GoW"
_ASKED = re.compile(r"(\d{0,3})d(\d{1,3})([+-]\d{1,4})?", re.ASCII)


class DiceWanted(Struct, frozen=True):
    """`count` dice (1 to 100) of `sides` faces (2 to 256), and a number to add."""

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


def read_dice(typed: str) -> DiceWanted:
    """What `3d6+1`, `d10` or `2 D 6 - 1` asks for. Raises Refused `bad_dice`."""
    if len(typed) <= MOST_TYPED:
        read = _ASKED.fullmatch("".join(typed.casefold().split()))
        if read:
            asked = DiceWanted(int(read[1] or 1), int(read[2]), int(read[3] or 0))
            if 1 <= asked.count <= MOST_DICE and FEWEST_SIDES <= asked.sides <= MOST_SIDES:
                return asked
    raise Refused(
        "bad_dice",
        f"Write dice as 3d6, d10 or 2d6+1: 1 to {MOST_DICE} dice of {FEWEST_SIDES} to {MOST_SIDES} sides, "
        f"and a number up to {MOST_PLUS} to add; not {names.spoken(typed)}.",
    )


def roll(
    asked: DiceWanted,
    purpose: str | None = None,
    side: str | None = None,
    typed: tuple[int, ...] | None = None,
) -> Operation:
    """Dice for a side of the caller's; `typed` are their faces where they were thrown elsewhere.

    Raises Refused `no_player`, `bad_name`, `not_yours`, or as `dice_of` does.
    """

    def operation(sitting: Sitting) -> Draft:
        seat, name = rolling_side(sitting, side)
        dice = dice_of(sitting, typed, asked.count, asked.sides)
        faces = dice.roll(stream(seat), asked.count, asked.sides)
        total = sum(faces) + asked.plus
        event = DiceRolled(seat, name, str(asked), asked.sides, faces, asked.plus, total, kept(purpose))
        return rolled(sitting, dice, event, f"{name} {asked}", {"roll": str(asked)})

    return operation


def rolling_side(sitting: Sitting, side: str | None = None) -> tuple[int, str]:
    """Number and name of the side that the caller rolls for; in a campaign a GoW without a side is 0.

    Who holds both sides and names none rolls for the first. Raises Refused as `own_seat` does.
    """
    if sitting.is_gow and not sitting.game.seats_of(sitting.actor):
        return 0, GOW
    seat = sitting.seats[0] if side is None else held_seat(sitting, side)
    return seat.number, seat.side.name


def kept(purpose: str | None) -> str:
    """What dice are for, as it is stored; "" where nothing was said. Raises Refused `bad_name`."""
    return names.kept(purpose, "purpose") if purpose else ""
