"""Free rolls told again."""

from __future__ import annotations

from collections.abc import Iterable

from bot.events_dice import Category, DiceRolled, DieRolled, DrRolled, RollEntered
from bot.operations.dr import Thrown, roll_dr
from bot.operations.rolling import GOW, read_dice, roll
from bot.sitting import Operation
from bot.verify.acts.entry import Told, no_act
from rules.asl.modifier import Modifier


def rolled(told: Told) -> Operation:
    """Raises Refused `no_act`."""
    for event in (*(entered.roll for entered in told.all(RollEntered)), *told.events):
        match event:
            case DiceRolled():
                return roll(read_dice(event.asked), event.purpose or None, _side(event.side), told.typed)
            case DrRolled():
                return roll_dr(
                    Thrown(
                        _purpose(event),
                        2,
                        _said(event.drms),
                        event.led or None,
                        event.heroes,
                        _side(event.side),
                        told.typed,
                    )
                )
            case DieRolled():
                side = _side(event.side)
                return roll_dr(Thrown(_purpose(event), 1, _said(event.drms), side=side, typed=told.typed))
    raise no_act("it rolls nothing")


def _side(side: str) -> str | None:
    return None if side == GOW else side


def _purpose(event: DrRolled | DieRolled) -> str | None:
    if event.category is Category.OTHER:
        return event.purpose or None
    return event.category


def _said(drms: Iterable[Modifier]) -> str:
    """The DRM that a player named, as he writes them; those of leaders and heroes bear their rule."""
    return ", ".join(f"{drm.value:+d} {drm.what}" for drm in drms if not drm.cite)
