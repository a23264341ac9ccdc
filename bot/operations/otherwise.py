"""Which rulings come out otherwise under the terms that a game has without some of its entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from bot.events.codecs import of_rules, read_events
from bot.events.dice import DrRolled, SanThrown
from bot.events.game import ElrChanged, SanChanged, TermChanged, Value
from bot.events.table import PieceNamed, RulingCalled
from bot.ledger.entry import Entry, Kind, thrown
from bot.play.game import Game
from bot.play.terms import FACTS, SSR_ELR, USUAL
from bot.store.transaction import Transaction
from rules.answers import Asks
from rules.dice import RecordedDice
from rules.event import Event
from rules.json import Json, Object, object_in
from rules.refusal import Refused
from rules.rulings import RULINGS

Term: TypeAlias = tuple[str, str]
"""what is set, and of what: an ELR of `seat nation`, a SAN of a seat by its number, a term of the game"""
ELR, SAN, TERM = "elr", "san", "term"


class Otherwise:
    """The terms of a game as `struck`, once void, leave them; taken entry by entry, in order."""

    def __init__(self, tx: Transaction, game: Game, struck: Iterable[Entry]) -> None:
        self._tx = tx
        self._game = game
        self._terms: dict[Term, Value] = {}
        for entry in struck:
            back = entry.kind is Kind.VOIDED
            for one in map(self._entry, entry.voids) if back else (entry,):
                for event in read_events(one.events) if one.kind is Kind.SET else ():
                    for term, was, becomes in self._set(event):
                        self._terms.setdefault(term, becomes if back else was)

    def concerns(self, entry: Entry) -> bool:
        """Whether a standing entry, later than the struck ones, comes out otherwise without them."""
        if not self._terms:
            return False
        events = read_events(entry.events)
        if entry.kind is Kind.SET:
            for event in events:
                for term, _, _ in self._set(event):
                    self._terms.pop(term, None)
            return False
        return self._throws_san(events) or (entry.kind is Kind.RULING and self._rules(entry, events))

    def _set(self, event: Event) -> Iterator[tuple[Term, Value, Value]]:
        match event:
            case TermChanged():
                yield (TERM, event.term), event.was, event.becomes
            case SanChanged():
                yield (SAN, str(event.seat)), event.was, event.becomes
            case ElrChanged():
                nations = (event.nation,) if event.nation else self._game.seat(event.seat).side.nations
                for nation in nations:
                    yield (ELR, f"{event.seat} {nation}"), event.was, event.becomes

    def _throws_san(self, events: Iterable[Event]) -> bool:
        """Whether a DR hit a SAN that would be another."""
        throwers = [self._game.other(int(of)).number for what, of in self._terms if what == SAN]
        return any(
            event.seat in throwers and (isinstance(event, SanThrown) or bool(event.san_of))
            for event in events
            if isinstance(event, SanThrown | DrRolled)
        )

    def _rules(self, entry: Entry, events: tuple[Event, ...]) -> bool:
        """Whether the same dice are ruled otherwise."""
        rule, given = entry.inputs.get("rule"), entry.inputs.get("given")
        if not isinstance(rule, str) or not isinstance(given, dict):
            return False
        seat = next((event.seat for event in events if isinstance(event, RulingCalled)), 0)
        changed = self._changed(given, seat)
        if changed == given:
            return False
        dice = RecordedDice({draw.name: draw.faces for draw in thrown(entry, self._entry)})
        ids = iter([event.piece for event in events if isinstance(event, PieceNamed)])
        try:
            ruling = RULINGS[rule](changed, dice, lambda origin, part: next(ids, ""))
        except (Asks, Refused):
            return True
        return ruling.events != of_rules(events)

    def _changed(self, given: Object, seat: int) -> Object:
        """The request on units of a seat under the other terms, as far as it has any of the game's."""
        changed: dict[str, Json] = dict(given)
        for (what, of), value in self._terms.items():
            number, _, nation = of.partition(" ")
            if what == ELR and int(number) == seat and nation in object_in(given.get("elr")):
                changed["elr"] = {**object_in(changed["elr"]), nation: value}
            elif what == SAN and "san" in given:
                if given.get("against") == f"side-{self._game.other(int(of)).number}":
                    changed["san"] = value
            elif what == TERM and "facts" in given:
                changed = dict(_with_term(changed, of, value))
        return changed

    def _entry(self, seq: int) -> Entry:
        return self._tx.entry_named(self._game.id, seq)


def _with_term(given: Object, term: str, value: Value) -> Object:
    """The request as the game makes it where the term has this value: what is usual is not said."""
    if term == SSR_ELR:
        rest = {key: item for key, item in given.items() if key != SSR_ELR}
        return {**rest, SSR_ELR: list(str(value).split())} if value else rest
    under = "facts" if term in FACTS else "settings"
    kept = {key: item for key, item in object_in(given.get(under)).items() if key != term}
    if value != USUAL.value(term):
        kept[term] = value
    rest = {key: item for key, item in given.items() if key != under}
    return {**rest, under: kept} if kept or under == "facts" else rest
