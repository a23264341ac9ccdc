"""Free rolls told again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.events.dice import Category, DiceRolled, DieRolled, DrRolled, RollEntered
from bot.operations.dr import Thrown, roll_dr
from bot.operations.rolling import GOW, read_dice, roll
from bot.play.sitting import Draft, Operation, Sitting
from bot.verify.acts.entry import Retold, no_act
from rules.asl.modifier import Modifier


def rolled(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    for event in (*(entered.roll for entered in told.all(RollEntered)), *told.events):
        match event:
            case DiceRolled():
                return roll(read_dice(event.asked), event.purpose or None, _side(event.side), told.typed)
            case DrRolled() | DieRolled():
                return _dr(told, event)
    raise no_act("it rolls nothing")


def _dr(told: Retold, event: DrRolled | DieRolled) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        count = 2 if isinstance(event, DrRolled) else 1
        thrown = Thrown(_purpose(event), count, _said(event.drms), None, event.heroes, typed=told.typed)
        leader = _leader(sitting, event) if event.led else None
        return roll_dr(replace(thrown, leader=leader, side=_side(event.side)))(sitting)

    return operation


def _leader(sitting: Sitting, event: DrRolled | DieRolled) -> str:
    """The leader by his number, whatever others are called; a counter where he is on no roster."""
    for row in sitting.tx.pieces(sitting.game.id):
        if row.seat == event.seat and f"{row.state['counter']} {row.name}" == event.led:
            return f"#{row.id}"
    return event.led


def _side(side: str) -> str | None:
    return None if side == GOW else side


def _purpose(event: DrRolled | DieRolled) -> str | None:
    if event.category is Category.OTHER:
        return event.purpose or None
    return event.category


def _said(drms: Iterable[Modifier]) -> str:
    """The DRM that a player named, as he writes them; those of leaders and heroes bear their rule."""
    return ", ".join(f"{drm.value:+d} {drm.what}" for drm in drms if not drm.cite)
