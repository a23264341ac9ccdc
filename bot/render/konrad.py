"""Events of a campaign as plain lines, block by block, and the sentence that sums them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from bot.render.block import Block
from bot.render.konrad_entries import Entry, Names, entry, losses, strength_line
from bot.words.wording import counted, side_name
from rules.konrad.events import Event
from rules.konrad.events_desk import RsuEntered
from rules.konrad.events_recovery import (
    ConsolidationFellAway,
    DsuLeftPlay,
    Replacements,
    ReplacementsWithheld,
    RsuReplaced,
    RsusConsolidated,
    Withheld,
)
from rules.konrad.events_remo import (
    ChecksListed,
    RemoNumber,
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
)
from rules.konrad.events_retreat import (
    BattleFellAway,
    Cause,
    DsuConnected,
    DsuDestroyed,
    DsuEliminated,
    DsuIsolated,
    DsuObligedToRetreat,
    DsuOverstacked,
    DsuRetreated,
    NightAttackAllowed,
    NightAttackFellAway,
    NightReason,
    RetreatsOrdered,
    SectorTaken,
)

CAUSES = {
    Cause.COMBAT: "its last usable RSU shattered",
    Cause.OVERSTACK: "its last usable RSU shattered in the overstack",
    Cause.MOVEMENT: "all its RSUs are shattered and an enemy entered",
}
REASONS = {
    Withheld.NOT_GOOD_ORDER: "not in good order",
    Withheld.NOT_IN_RES: "not in RES",
    Withheld.NOT_CAPTURED: "its DSU captured no sector today",
    Withheld.NO_BATTLE: "the sector was taken without a battle",
    Withheld.NO_ARMOUR_FOUGHT: "no armour of its side fought there",
    Withheld.NO_HARD_TARGETS: "it has no hard targets",
    Withheld.ISOLATED: "its DSU is isolated",
    Withheld.FORCED_RETREAT: "its DSU was forced to retreat today",
    Withheld.GOW_REFUSED: "the GoW refused",
}
NIGHT = {
    NightReason.SECTOR_FOUGHT: "the sector saw a battle today",
    NightReason.ATTACKED_FIRST: "the DSU was attacked first",
}
OUTCOMES = {
    RsuHeld: ("holds", "hold"),
    RsuShattered: ("shatters", "shatter"),
    RsuRecovered: ("recovers", "recover"),
    RsuStayedShattered: ("stays shattered", "stay shattered"),
    RsuDisbanded: ("is disbanded", "are disbanded"),
}
"""what becomes of one RSU, and of several"""


def blocks(events: Sequence[Event], names: Names) -> tuple[Block, ...]:
    """One block for each run of events of one piece, in the order of the events."""
    runs: list[tuple[str, list[str]]] = []
    for event in events:
        for heading, line in _lines(event, names):
            if not runs or runs[-1][0] != heading:
                runs.append((heading, []))
            runs[-1][1].append(f"{line}{_cited(event)}")
    return tuple(Block(heading, tuple(lines)) for heading, lines in runs)


def summary(events: Sequence[Event], names: Names) -> str:
    """What came out, in one line: the checks counted, then what befell DSUs and sectors."""
    ends: Counter[tuple[str, str]] = Counter()
    said: list[str] = []
    fallen = [event for event in events if isinstance(event, RsuEntered) and losses(event)]
    for event in events:
        if isinstance(event, RsuHeld | RsuShattered | RsuRecovered | RsuStayedShattered | RsuDisbanded):
            ends[OUTCOMES[type(event)]] += 1
        elif len(fallen) > 1 and event in fallen:
            continue
        elif not isinstance(event, RsuReplaced | ReplacementsWithheld | DsuOverstacked | RetreatsOrdered):
            said += [f"{heading}: {line}" for heading, line in _lines(event, names)]
    if len(fallen) > 1:
        said.insert(0, _fallen(fallen))
    if ends:
        outcomes = ", ".join(counted(number, *words) for words, number in ends.items())
        said.insert(0, "; ".join((f"{counted(ends.total(), 'check')}: {outcomes}", *_lost(events, names))))
    awards = [event for event in events if isinstance(event, RsuReplaced)]
    if awards:
        placed, lost = sum(event.placed for event in awards), sum(event.lost for event in awards)
        said.insert(0, f"replacements: {placed} SP placed, {lost} lost")
    return "; ".join(said) or "nothing to do"


def _lost(events: Sequence[Event], names: Names) -> Iterator[str]:
    """Whom a batch shattered or disbanded, by name."""
    for what, kind in (("shattered", RsuShattered), ("disbanded", RsuDisbanded)):
        rsus = [names.get(event.rsu, event.rsu) for event in events if isinstance(event, kind)]
        if rsus:
            yield f"{what}: {', '.join(rsus)}"


def _fallen(events: Sequence[RsuEntered]) -> str:
    """What each side lost in all: `Axis loses 45 SP in 1 RSU, Soviet 100 SP in 2 RSUs`."""
    sides: dict[str, list[int]] = {}
    for event in events:
        sides.setdefault(event.rsu.side, []).append(sum(losses(event).values()))
    return ", ".join(
        f"{side_name((side,))} loses {sum(lost)} SP in {counted(len(lost), 'RSU')}"
        for side, lost in sides.items()
    )


def number_line(remo: RemoNumber) -> str:
    """`10 -1 SS Panzer +1 won = 10`: a REMO number with every term."""
    terms = "".join(f" {term.drm:+d} {term.what}" for term in remo.modifiers)
    return f"{remo.start}{terms} = {remo.number}"


def _lines(event: Event, names: Names) -> list[tuple[str, str]]:
    """Each line with the piece or sector that it stands under."""

    def called(piece: str) -> str:
        return names.get(piece, piece)

    def all_called(pieces: Sequence[str]) -> str:
        return ", ".join(called(piece) for piece in pieces)

    if isinstance(event, Entry):
        return [entry(event, names)]
    match event:
        case ChecksListed():
            return [(called(line.rsu), number_line(line.remo)) for line in event.lines]
        case RsuHeld():
            return [(called(event.rsu), f"{_rolled(event.remo, event.roll.face)}: holds")]
        case RsuShattered():
            return [(called(event.rsu), f"{_rolled(event.remo, event.roll.face)}: shattered, goes to RES")]
        case RsuRecovered():
            return [(called(event.rsu), f"{_rolled(event.remo, event.roll.face)}: recovers")]
        case RsuStayedShattered():
            return [(called(event.rsu), f"{_rolled(event.remo, event.roll.face)}: stays shattered")]
        case RsuDisbanded():
            rolled = _rolled(event.remo, event.roll.face)
            return [(called(event.rsu), f"{rolled}: disbanded, {event.lost} SP lost")]
        case DsuObligedToRetreat():
            return [(called(event.dsu), f"must retreat from {event.sector}: {CAUSES[event.cause]}")]
        case DsuRetreated():
            gow = ", placed by the GoW" if event.by_gow else ""
            return [(called(event.dsu), f"retreats from {event.origin} to {event.sector}{gow}")]
        case DsuOverstacked():
            gow = ", placed by the GoW" if event.by_gow else ""
            where = f"retreats from {event.origin} to {event.sector}{gow}"
            return [(called(event.dsu), f"{where}: an overstack with {all_called(event.residents)}")]
        case RetreatsOrdered():
            return [(event.sector, f"they retreat in this order: {all_called(event.dsus)}")]
        case DsuDestroyed():
            nowhere = f"destroyed: no sector to retreat to from {event.sector}"
            return [(called(event.dsu), f"{nowhere}; {_gone(all_called(event.rsus), event.lost)}")]
        case DsuEliminated():
            nowhere = f"eliminated: no way out of the overstack in {event.sector}"
            return [(called(event.dsu), f"{nowhere}; {_gone(all_called(event.rsus), event.lost)}")]
        case SectorTaken():
            return [(event.sector, f"taken for {side_name((event.side,))} by {all_called(event.dsus)}")]
        case BattleFellAway():
            return [(event.sector, f"no defender stays: no battle, {side_name((event.side,))} takes it")]
        case RsuReplaced():
            return [(called(event.rsu), _replaced(event))]
        case ReplacementsWithheld():
            kind = event.replacements.value
            return [(called(event.rsu), f"no {kind} replacements: {REASONS[event.reason]}")]
        case RsusConsolidated():
            took = f"takes in {called(event.disbanded)}, which is disbanded: {strength_line(event.strength)}"
            return [(called(event.survivor), f"{took}; {event.lost} SP lost")]
        case ConsolidationFellAway():
            pair = f"{called(event.pair.first)} and {called(event.pair.second)}"
            return [(called(event.dsu), f"consolidation of {pair} falls away: they have parted")]
        case DsuLeftPlay():
            return [(called(event.dsu), "leaves play: no RSU is left")]
        case DsuIsolated():
            return [(called(event.dsu), f"isolated in {event.sector}: no sector of its side beside it")]
        case DsuConnected():
            return [(called(event.dsu), f"not isolated in {event.sector}")]
        case NightAttackAllowed():
            return [(called(event.dsu), f"night attack on {event.sector} takes place")]
        case NightAttackFellAway():
            return [(called(event.dsu), f"night attack on {event.sector} falls away: {NIGHT[event.reason]}")]
        case _:
            assert_never(event)


def _cited(event: Event) -> str:
    """The rule of what was ruled; what the GoW entered goes by none."""
    return "" if isinstance(event, Entry) or not event.cite else f" ({event.cite})"


def _rolled(remo: RemoNumber, face: int) -> str:
    return f"{number_line(remo)}, die {face}"


def _replaced(event: RsuReplaced) -> str:
    if not event.shortage:
        return f"{event.replacements.value} replacements: none, it is at full strength"
    whole, cents = divmod(event.percent * event.shortage, 100)
    exact = f"{whole}.{cents:02d}".rstrip("0").rstrip(".")
    kind = "armour" if event.replacements is Replacements.ARMOUR else "infantry"
    share = f"{kind}: {event.percent} % of {event.shortage} = {exact}, so {event.award} SP"
    before = sum(platoons.now for platoons in event.strength) - event.placed
    after = f"from {before} SP to {strength_line(event.strength)}"
    return f"{share}; {event.placed} placed, {event.lost} lost: {after}"


def _gone(rsus: str, lost: int) -> str:
    return f"{rsus} gone, {lost} SP lost" if rsus else f"{lost} SP lost"
