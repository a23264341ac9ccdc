"""What the GoW enter, as plain lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from msgspec.structs import fields, replace

from bot.words.wording import counted, side_name
from rules.konrad.campaign import Combatant, Phase
from rules.konrad.events_desk import (
    ArmourCut,
    ArmourRuled,
    BattleReported,
    CampaignSetUp,
    ConsolidationPlanned,
    DayBegan,
    DsuMoved,
    NightAttackPlanned,
    OrderGiven,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
    SettingsChosen,
)
from rules.konrad.formations import Platoons, Rsu, Scenario
from rules.konrad.settings import Settings

Names: TypeAlias = Mapping[str, str]
"""What DSUs and RSUs are called, by id; a piece without a name goes by its id."""

Entry: TypeAlias = (
    CampaignSetUp
    | DayBegan
    | PhaseBegan
    | OrderGiven
    | ConsolidationPlanned
    | NightAttackPlanned
    | DsuMoved
    | BattleReported
    | RsuEntered
    | SectorEntered
    | ArmourRuled
    | ArmourCut
    | SettingsChosen
    | Recorded
)


DUTIES = {
    Phase.WEATHER: "/campaign hand record notes it, /campaign next goes on",
    Phase.ORDERS: "/campaign orders for every DSU; /campaign clock tells who owes some",
    Phase.MOVEMENT: "/campaign move, a DSU at a time",
    Phase.COMBAT: "/campaign battle, and /campaign losses before the phase ends",
    Phase.CHECKS: "/remo for all who fought or moved, once the losses are in; /campaign retreat for who must",
    Phase.NIGHT: "/campaign battle with night:True for each night attack, then /remo",
    Phase.RECOVERY: "/campaign recovery",
}
"""what the GoW do in a phase; /campaign next ends each"""


def entry(event: Entry, names: Names) -> tuple[str, str]:
    """What the GoW entered: the piece, sector or campaign that it stands under, and its line."""

    def called(piece: str) -> str:
        return names.get(piece, piece)

    match event:
        case CampaignSetUp():
            dsus = event.campaign.dsus
            rsus = sum(len(dsu.rsus) for dsu in dsus)
            size = f"{counted(len(dsus), 'DSU')}, {counted(rsus, 'RSU')}"
            return "Campaign", f"set up: {size}, day {event.campaign.day}"
        case DayBegan():
            return "Campaign", f"day {event.day} begins"
        case PhaseBegan():
            return "Campaign", f"{event.phase.value} phase: {DUTIES[event.phase]}"
        case OrderGiven():
            return called(event.rsu), f"ordered {event.order.value}"
        case ConsolidationPlanned():
            pair = f"{called(event.pair.first)} with {called(event.pair.second)}"
            return called(event.dsu), f"will consolidate {pair}"
        case NightAttackPlanned():
            return called(event.dsu), f"will attack {event.sector} by night"
        case DsuMoved():
            return called(event.dsu), f"moves from {event.origin} to {event.sector}"
        case BattleReported():
            battle = event.battle
            ends = [
                f"{called(dsu.dsu)} {verb}, {_ended(dsu)}"
                for verb, dsus in (("attacks", battle.attackers), ("defends", battle.defenders))
                for dsu in dsus
            ]
            return battle.sector, f"{'night ' if battle.night else ''}battle: {'; '.join(ends)}"
        case RsuEntered():
            return called(event.rsu.id), f"{_set_to(event)}{_why(called(event.author), event.reason)}"
        case SectorEntered():
            return (
                event.sector,
                f"given to {side_name((event.side,))}{_why(called(event.author), event.reason)}",
            )
        case ArmourRuled():
            ruled = "refused" if event.refused else "allowed"
            why = _why(called(event.author), event.reason)
            return called(event.dsu), f"armour replacements {ruled}{why}"
        case ArmourCut():
            why = _why(called(event.author), event.reason)
            return called(event.rsu), f"armour replacements at most {event.sp} SP{why}"
        case SettingsChosen():
            readings = ", ".join(f"{what} {reading}" for what, reading in _readings(event.settings))
            return "Campaign", f"readings: {readings}{_why(called(event.author), event.reason)}"
        case Recorded():
            topic = event.topic.value.replace("_", " ")
            why = _why(called(event.author), event.reason)
            return called(event.of), f"{topic}: {event.text}{why}"
        case _:
            assert_never(event)


def losses(event: RsuEntered) -> Mapping[str, int]:
    """SP lost by kind, where an RSU was set to fewer SP and is otherwise as it was; else nothing."""
    rsu, before = event.rsu, event.before
    if before is None or replace(before, strength=rsu.strength) != rsu:
        return {}
    parts = list(zip(before.strength, rsu.strength, strict=True))
    if any(new.full != old.full or new.now > old.now for old, new in parts):
        return {}
    return {old.kind: old.now - new.now for old, new in parts if new.now < old.now}


def strength_line(strength: Sequence[Platoons]) -> str:
    """Present and full SP, in all and by kind."""
    kinds = ", ".join(f"{part.kind} {part.now}/{part.full}" for part in strength if part.full)
    now, full = sum(part.now for part in strength), sum(part.full for part in strength)
    return f"{now}/{full} SP ({kinds})"


def _set_to(event: RsuEntered) -> str:
    """What an RSU lost and has left; of any other change what differs, then how it stands."""
    rsu, before = event.rsu, event.before
    if lost := losses(event):
        kinds = ", ".join(f"{kind} {sp}" for kind, sp in lost.items())
        return f"loses {sum(lost.values())} SP ({kinds}); {strength_line(rsu.strength)} remain"
    stands = f"{strength_line(rsu.strength)}, {state_line(rsu)}"
    if before is None:
        return stands
    changed = [
        f"{old.kind} {old.now}/{old.full} → {new.now}/{new.full}"
        for old, new in zip(before.strength, rsu.strength, strict=True)
        if old != new
    ]
    changed += [
        f"{what} {str(was).replace('_', ' ')} → {str(then).replace('_', ' ')}"
        for what, was, then in (
            ("category", before.category, rsu.category),
            ("fatigue", before.fatigue, rsu.fatigue),
            ("state", before.state, rsu.state),
            ("order", before.order or "none", rsu.order or "none"),
        )
        if was != then
    ]
    return f"{', '.join(changed)}: {stands}" if changed else stands


def state_line(rsu: Rsu) -> str:
    """`good order, fatigue 0`."""
    return f"{rsu.state.value.replace('_', ' ')}, fatigue {rsu.fatigue}"


def _readings(settings: Settings) -> list[tuple[str, str]]:
    return [
        (reading.name.replace("_", " "), str(getattr(settings, reading.name)).replace("_", " "))
        for reading in fields(settings)
    ]


def _ended(dsu: Combatant) -> str:
    end = "no result" if dsu.scenario is Scenario.NONE else dsu.scenario.value
    return f"{end}, with armour" if dsu.armour_fought else end


def _why(author: str, reason: str) -> str:
    return f" (by {author}: {reason})"
