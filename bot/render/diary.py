"""A day of a campaign told in sentences, from its entries, to copy into a mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.events.codecs import of_konrad
from bot.events.desk import Waived
from bot.operations.seeing import StandingEntry
from bot.render.konrad import CAUSES, NIGHT
from bot.render.konrad_entries import losses
from bot.words.wording import counted, side_name
from rules.konrad.campaign import Battle, Combatant, Topic
from rules.konrad.events import Event
from rules.konrad.events_desk import (
    ArmourRuled,
    BattleReported,
    ConsolidationPlanned,
    DsuMoved,
    NightAttackPlanned,
    OrderGiven,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
)
from rules.konrad.events_recovery import (
    ConsolidationFellAway,
    DsuLeftPlay,
    Replacements,
    RsuReplaced,
    RsusConsolidated,
)
from rules.konrad.events_remo import (
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
)
from rules.konrad.events_retreat import (
    BattleFellAway,
    DsuDestroyed,
    DsuEliminated,
    DsuObligedToRetreat,
    DsuOverstacked,
    DsuRetreated,
    NightAttackAllowed,
    NightAttackFellAway,
    SectorTaken,
)
from rules.konrad.formations import Scenario

ENDS = {
    Scenario.WON: "and won",
    Scenario.LOST: "and lost",
    Scenario.DRAWN: "to a draw",
    Scenario.NONE: "without a result",
}


def diary(day: int, entries: Sequence[StandingEntry], spoken: Mapping[str, str]) -> str:
    """A paragraph a phase; what happened to many alike is one sentence."""
    prose = _Prose(spoken)
    for entry in entries:
        prose.tell(of_konrad(entry.events))
        prose.tell_waived([event for event in entry.events if isinstance(event, Waived)])
    return "\n\n".join((f"Day {day}", *prose.paragraphs())) + "\n"


def heading(day: int, text: str) -> str:
    """What stands above the diary of a day; of one that has not begun to happen where to look instead."""
    empty = text.strip() == f"Day {day}"
    earlier = f" Nothing is told of it yet; day:{day - 1} has the day before." if empty and day > 1 else ""
    return f"The diary of day {day}.{earlier}"


@dataclass
class _Prose:
    spoken: Mapping[str, str]
    _told: list[tuple[str, list[str]]] = field(default_factory=lambda: [("Weather", [])])

    def tell(self, events: Iterable[Event]) -> None:
        gathered: dict[str, list[str]] = {}
        for event in _without_replaced_orders(events):
            if isinstance(event, PhaseBegan):
                self._say(_gathered(gathered))
                gathered = {}
                self._told.append((event.phase.value.capitalize(), []))
                continue
            alike = self._alike(event)
            if alike is not None:
                gathered.setdefault(alike[0], []).append(alike[1])
                continue
            self._say(_gathered(gathered))
            gathered = {}
            self._say(self._sentence(event))
        self._say(_gathered(gathered))

    def tell_waived(self, waived: Sequence[Waived]) -> None:
        """What the GoW went on without."""
        if waived:
            of = "orders of "
            ordered = [item.told.removeprefix(of) for item in waived if item.told.startswith(of)]
            rest = [item.told for item in waived if not item.told.startswith(of)]
            told = _and([*([f"{of}{_and(ordered)}"] if ordered else []), *rest])
            self._say([f"The day went on without {told}: {waived[0].reason}."])

    def paragraphs(self) -> Iterator[str]:
        for phase, sentences in self._told:
            if sentences:
                yield f"{phase}. {' '.join(sentences)}"

    def _say(self, sentences: Iterable[str]) -> None:
        self._told[-1][1].extend(sentences)

    def _called(self, piece: str) -> str:
        return self.spoken.get(piece, piece)

    def _alike(self, event: Event) -> tuple[str, str] | None:
        """The sentence that an event shares with others like it, and whom it is about."""
        match event:
            case OrderGiven():
                return f"ordered {event.order.value}", self._called(event.rsu)
            case RsuHeld():
                return "held", self._called(event.rsu)
            case RsuShattered():
                return "shattered", self._rolled(event)
            case RsuRecovered():
                return "recovered", self._called(event.rsu)
            case RsuStayedShattered():
                return "stayed shattered", self._rolled(event)
            case RsuDisbanded():
                return "disbanded for good", self._rolled(event)
            case RsuEntered() if lost := losses(event):
                left = f"{self._called(event.rsu.id)} ({sum(lost.values())} SP, {event.rsu.now} left)"
                return f"took losses ({event.reason})", left
            case RsuReplaced() if event.placed:
                kind = "armour" if event.replacements is Replacements.ARMOUR else "infantry"
                return f"received {kind}", f"{self._called(event.rsu)} ({event.placed} SP)"
            case _:
                return None

    def _rolled(self, event: RsuShattered | RsuStayedShattered | RsuDisbanded) -> str:
        return f"{self._called(event.rsu)} ({event.roll.face} against {event.remo.number})"

    def _sentence(self, event: Event) -> Iterator[str]:
        match event:
            case ConsolidationPlanned():
                pair = f"{self._called(event.pair.first)} and {self._called(event.pair.second)}"
                yield f"{pair} were to be consolidated."
            case NightAttackPlanned():
                yield f"{self._called(event.dsu)} was to attack {event.sector} by night."
            case DsuMoved():
                yield f"{self._called(event.dsu)} moved from {event.origin} to {event.sector}."
            case BattleReported():
                yield self._battle(event.battle)
            case SectorTaken():
                yield f"{event.sector} fell to {side_name((event.side,))}."
            case SectorEntered():
                yield f"{event.sector} was given to {side_name((event.side,))}: {event.reason}."
            case BattleFellAway():
                yield f"Nobody stayed to defend {event.sector}."
            case RsuEntered():
                now = f"{event.rsu.now} of {event.rsu.full} SP"
                yield f"{self._called(event.rsu.id)} stood at {now} ({event.reason})."
            case ArmourRuled():
                ruled = "refused" if event.refused else "allowed again"
                yield f"Armour for {self._called(event.dsu)} was {ruled}: {event.reason}."
            case Recorded(topic=Topic.WEATHER) if self._told[-1][0] == "Weather":
                yield f"{event.text[:1].upper()}{event.text[1:]}."
            case Recorded():
                yield f"{event.topic.value.replace('_', ' ').capitalize()}: {event.text}."
            case _:
                yield from self._of_dsus(event)

    def _of_dsus(self, event: Event) -> Iterator[str]:
        match event:
            case DsuObligedToRetreat():
                why = CAUSES[event.cause]
                yield f"{self._called(event.dsu)} had to leave {event.sector}: {why}."
            case DsuRetreated():
                yield f"{self._called(event.dsu)} fell back from {event.origin} to {event.sector}."
            case DsuOverstacked():
                residents = _and([self._called(dsu) for dsu in event.residents])
                where = f"from {event.origin} into {event.sector}, which {residents} filled"
                yield f"{self._called(event.dsu)} fell back {where}."
            case DsuDestroyed():
                lost = counted(event.lost, "SP was", "SP were")
                yield f"{self._called(event.dsu)} was destroyed at {event.sector}; {lost} lost."
            case DsuEliminated():
                where = f"in the overstack at {event.sector}"
                lost = counted(event.lost, "SP was", "SP were")
                yield f"{self._called(event.dsu)} was eliminated {where}; {lost} lost."
            case NightAttackAllowed():
                yield f"Nothing forbade the night attack of {self._called(event.dsu)} on {event.sector}."
            case NightAttackFellAway():
                attack = f"The night attack of {self._called(event.dsu)} on {event.sector}"
                yield f"{attack} fell away: {NIGHT[event.reason]}."
            case RsusConsolidated():
                took = f"{self._called(event.survivor)} took in {self._called(event.disbanded)}"
                yield f"{took}; {event.lost} SP found no room."
            case ConsolidationFellAway():
                pair = f"{self._called(event.pair.first)} and {self._called(event.pair.second)}"
                yield f"The consolidation of {pair} fell away: they had parted."
            case DsuLeftPlay():
                yield f"{self._called(event.dsu)} left play."
            case _:
                return

    def _battle(self, battle: Battle) -> str:
        def camp(dsus: Sequence[Combatant]) -> str:
            return _and([self._called(dsu.dsu) for dsu in dsus])

        told = f"{camp(battle.attackers)} attacked {camp(battle.defenders)} at {battle.sector}"
        end = ENDS[battle.attackers[0].scenario]
        return f"{'By night ' if battle.night else ''}{told} {end}."


def _without_replaced_orders(events: Iterable[Event]) -> list[Event]:
    """A later order for an RSU replaces an earlier one."""
    told = list(events)
    last = {event.rsu: at for at, event in enumerate(told) if isinstance(event, OrderGiven)}
    return [
        event for at, event in enumerate(told) if not isinstance(event, OrderGiven) or last[event.rsu] == at
    ]


def _gathered(alike: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for what, who in alike.items():
        verb = "was " if what.startswith(("ordered", "disbanded")) and len(who) == 1 else ""
        verb = "were " if what.startswith(("ordered", "disbanded")) and len(who) > 1 else verb
        yield f"{_and(who)} {verb}{what}."


def _and(parts: Sequence[str]) -> str:
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last
