"""Free rolls: VASL's line, the total, every die with its DRM, and what the dice bring about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.events.codecs import of_asl
from bot.events.dice import (
    Category,
    DiceRolled,
    DieRolled,
    DrRolled,
    FreeRoll,
    RollEntered,
    SanThrown,
)
from bot.render.asl_lines import line
from bot.words import names, vasl
from rules.asl.events import RandomlySelected
from rules.asl.events_turn import SniperHit, SniperMissed
from rules.asl.modifier import Modifier
from rules.event import Event
from rules.refusal import DataError

COWERS = "Doubles: a FG of MMC that no leader directs cowers (A7.9)"
DIRECTED = "Doubles: no cowering, {led} directs (A7.9)"
HERO_ALONE = "Doubles: a hero does not stop the others cowering (A7.9 A15.24)"
UNTOLD_PHASE = "It counts in the PFPh, MPh, DFPh and AFPh only (A14.1)"


class RollWords(Struct, frozen=True):
    """A roll in VASL's form, in a line of its own, and in detail."""

    vasl: str
    line: str
    detail: tuple[str, ...]


def rolled(events: Sequence[Event]) -> RollWords:
    """The free roll of an entry and the sniper that it drew."""
    thrown = next((event for event in events if isinstance(event, FreeRoll)), None)
    if thrown is None:
        raise DataError("an entry of kind rolled holds no roll")
    side = names.plain(thrown.side)
    purpose = f", for {names.spoken(thrown.purpose)}" if thrown.purpose else ""
    detail = (*_detail(thrown), *_sniper(events))
    match thrown:
        case DiceRolled():
            form = vasl.free(thrown.asked, thrown.faces, thrown.total, thrown.side)
            return RollWords(form, f"{side} rolls {thrown.asked} = {thrown.total}{purpose}", detail)
        case DieRolled():
            form = vasl.single(thrown.category, thrown.face, thrown.side)
            head = f"{side} rolls {_an(thrown.category, 'dr')}: {thrown.face}"
            return RollWords(form, head + _sum(thrown.face, thrown.drms) + purpose, detail)
        case DrRolled():
            remark = thrown.san_as or (vasl.san(thrown.san_of) if thrown.san_of else "")
            form = vasl.dr(thrown.category, thrown.coloured, thrown.white, thrown.side, remark)
            head = f"{side} rolls {_an(thrown.category, 'DR')}: {thrown.coloured},{thrown.white}"
            return RollWords(
                form, f"{head} = {thrown.total}{_sum(thrown.total, thrown.drms)}{purpose}", detail
            )


def entered(events: Iterable[Event]) -> tuple[str, ...]:
    """The detail of a roll whose dice wait for consent; none where the events tell of none."""
    asked = next((event for event in events if isinstance(event, RollEntered)), None)
    return () if asked is None else (*_detail(asked.roll), *_sniper(asked.drawn))


def selected(events: Iterable[Event], shown: Mapping[str, str]) -> str:
    """The highest die of a Random Selection in VASL's form, as thrown by the piece that it takes."""
    for event in events:
        if isinstance(event, RandomlySelected) and event.rolls:
            face, piece = max(
                (roll.face, piece)
                for roll, piece in zip(event.rolls, event.pieces, strict=True)
                if piece in event.taken
            )
            return vasl.single(vasl.RANDOM_SELECTION, face, shown.get(piece, piece))
    return ""


def _detail(thrown: FreeRoll) -> Iterator[str]:
    match thrown:
        case DiceRolled():
            plus = f" {thrown.plus:+d}" if thrown.plus else ""
            yield f"{' '.join(map(str, thrown.faces))}{plus} = {thrown.total}"
        case DieRolled():
            yield f"dr {thrown.face}{_sum(thrown.face, thrown.drms)}"
        case DrRolled():
            dice = f"coloured {thrown.coloured}, white {thrown.white}"
            yield f"{dice}{_sum(thrown.total, thrown.drms)}"
            if thrown.category is Category.IFT and thrown.coloured == thrown.white:
                yield _cowering(thrown)


def _cowering(thrown: DrRolled) -> str:
    if thrown.led:
        return DIRECTED.format(led=names.spoken(thrown.led))
    return HERO_ALONE if thrown.heroes else COWERS


def _sniper(events: Sequence[Event]) -> Iterator[str]:
    told = any(isinstance(event, DrRolled) and event.phase for event in events)
    for event in events:
        if isinstance(event, SanThrown):
            side = names.plain(event.side)
            yield f"SAN {event.san} thrown: it may draw the {side} sniper ({event.cite})"
    for event in of_asl(events):
        yield line(event, {})
        if isinstance(event, SniperHit | SniperMissed) and not told:
            yield UNTOLD_PHASE


def _sum(total: int, drms: Sequence[Modifier]) -> str:
    if not drms:
        return ""
    terms = "".join(f" {drm.value:+} {names.spoken(drm.what)}" for drm in drms)
    return f"{terms} = {total + sum(drm.value for drm in drms)}"


def _an(category: Category, dice: str) -> str:
    if category is Category.OTHER:
        return f"a {dice}"
    return f"{'an' if category[0] in 'IM' else 'a'} {category} {dice}"
