"""A berserk unit's charge and its return to normal, and the card of a hero."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.events.table import CalledPiece
from bot.operations.calling import Call, called_pieces, calling
from bot.operations.single import One
from bot.operations.targets import companions, one_unit
from bot.play.finding import find_one
from bot.play.sitting import Operation, Sitting
from bot.store.rows import PieceRow
from bot.words import names
from rules.json import Json, Object
from rules.refusal import Refused

_ENEMY = re.compile(
    r"(?P<who>.+?)\s+(?P<distance>[0-9]{1,3})"
    r"(?P<marks>(?:\s+(?:concealed|barred|strongpoint|round\s+[0-9]{1,3}))*)",
    re.IGNORECASE,
)
_SW = re.compile(r"(?P<what>.+?)\s+(?P<pp>[0-9]{1,2})")


class Charge(Struct, frozen=True):
    """Whom a berserk unit sees and what it carries, as a player writes it.

    `enemies`: `4-4-7 A 3, 9-1 5 concealed`, the hexes behind each name, then `concealed`, `barred`, `round 6`
    or `strongpoint`; `sw`: `LMG 1, MMG 5`, the PP behind each. `spent` are the MF of one still moving.
    """

    enemies: str = ""
    sw: str = ""
    ipc: int | None = None
    spent: int | None = None
    stopped: bool = False
    lost_sight: bool = False


def charge(one: One, given: Charge) -> Operation:
    """Whom it must charge, with how many MF, and what it drops (A15.43).

    Raises Refused `bad_enemy` or `bad_sw`, or as `targets` does.
    """

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, one.unit, one.location, one.side)
        seen = list(_enemies(sitting, row, given.enemies))
        known = tuple(enemy for _, enemy in seen if enemy is not None)
        free = tuple(CalledPiece(str(form["id"]), str(form["id"])) for form, enemy in seen if enemy is None)
        more: dict[str, Json] = {
            "enemies": [form for form, _ in seen],
            "sw": [*_sw(given.sw)],
            "lost_sight": given.lost_sight,
        }
        if given.ipc is not None:
            more["ipc"] = given.ipc
        if given.spent is not None or given.stopped:
            more["moving"] = {"spent": given.spent or 0, "stopped": given.stopped}
        return _call(sitting, row, "asl.charge", "Charge", more, (*called_pieces(known), *free))

    return calling(build)


def back_to_normal(one: One, reason: str, eliminated: int) -> Operation:
    """A berserk unit is itself again: `eliminated_all` so many Known enemies, or `none_in_los` (A15.46)."""

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, one.unit, one.location, one.side)
        more: Object = {"reason": reason, "eliminated": eliminated}
        return _call(sitting, row, "asl.return_to_normal", "Return to normal", more)

    return calling(build)


class HeroAsked(Struct, frozen=True):
    """`spent` MF had gone when Defensive First Fire wounded him; None where it did not."""

    spent: int | None = None
    gun: int | None = None
    """mm of the Gun that he mans"""


def hero_card(one: One, given: HeroAsked) -> Operation:
    """What a hero or heroic leader may do (A15.2)."""

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, one.unit, one.location, one.side)
        more: dict[str, Json] = {}
        if given.spent is not None:
            more |= {"first_fire_wound": True, "mf_spent": given.spent}
        if given.gun is not None:
            more["gun"] = given.gun
        return _call(sitting, row, "asl.hero_card", "Hero card", more)

    return calling(build)


def _call(
    sitting: Sitting,
    row: PieceRow,
    rule: str,
    title: str,
    more: Object,
    others: tuple[CalledPiece, ...] = (),
) -> Call:
    rows = companions(sitting, row)
    given: Object = {
        "module": sitting.game.module,
        "unit": row.id,
        "units": [other.state for other in rows],
        **more,
    }
    return Call(rule, title, sitting.game.seat(row.seat), row.location, given, rows, others)


def _enemies(sitting: Sitting, row: PieceRow, typed: str) -> Iterator[tuple[Object, PieceRow | None]]:
    """Each enemy as the request takes it, and his piece where the other side has one so called."""
    across = [other for other in sitting.tx.pieces(sitting.game.id) if other.seat != row.seat]
    for part in _parts(typed):
        found = _ENEMY.fullmatch(part)
        if found is None:
            raise Refused(
                "bad_enemy",
                f"{names.spoken(part)} is no enemy with his distance in hexes; "
                "write: 4-4-7 A 3, 9-1 B 5 concealed.",
                "A15.43",
            )
        who = names.kept(found["who"])
        enemy = _on_roster(across, who)
        if enemy is None and who.isdecimal():
            raise Refused("bad_enemy", f"{who} names no enemy; a unit's number is written #{who}.", "A15.43")
        marks = found["marks"].casefold().split()
        form: dict[str, Json] = {
            "id": enemy.id if enemy else who,
            "distance": int(found["distance"]),
            **{mark: True for mark in marks if mark in ("concealed", "barred", "strongpoint")},
        }
        if "round" in marks:
            form["way_round"] = int(marks[marks.index("round") + 1])
        yield form, enemy


def _on_roster(across: Sequence[PieceRow], who: str) -> PieceRow | None:
    """The piece that is meant; None for an enemy who is not on the roster. Raises Refused `which_unit`."""
    try:
        return find_one(across, who)
    except Refused as refused:
        if refused.code == "which_unit":
            raise
        return None


def _sw(typed: str) -> Iterator[Object]:
    for part in _parts(typed):
        found = _SW.fullmatch(part)
        if found is None:
            raise Refused(
                "bad_sw", f"{names.spoken(part)} is no SW with its PP; write: LMG 1, MMG 5.", "A15.431"
            )
        yield {"id": names.kept(found["what"]), "pp": int(found["pp"])}


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", names.lines(typed)) if part.strip()]
