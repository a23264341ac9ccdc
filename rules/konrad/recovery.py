"""The Recovery phase in its order: replacements, consolidation, checks of the shattered (p5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rules.dice import Throws
from rules.konrad.book import Book
from rules.konrad.consolidation import consolidate
from rules.konrad.events import Event
from rules.konrad.events_recovery import DsuLeftPlay, Replacements, RsuReplaced, Withheld
from rules.konrad.events_remo import RsuDisbanded, RsuRecovered
from rules.konrad.formations import Dsu, Rsu, State
from rules.konrad.remo import recovery_check
from rules.konrad.replacements import armour, armour_reason, infantry, infantry_reason, withheld
from rules.konrad.settings import Settings

TOLD = frozenset({Withheld.ISOLATED, Withheld.FORCED_RETREAT, Withheld.GOW_REFUSED})
"""Reasons worth a line of their own; the others hold for most RSUs on most days."""


class Recovery:
    """One Recovery phase of the DSUs in list order; `rsus` holds those in play as it goes on."""

    def __init__(
        self, book: Book, settings: Settings, dsus: Sequence[Dsu], isolated: Collection[str]
    ) -> None:
        self.rsus: dict[str, Rsu] = {rsu.id: rsu for dsu in dsus for rsu in dsu.rsus}
        self._book = book
        self._settings = settings
        self._dsus = dsus
        self._isolated = isolated
        self._events: list[Event] = []

    def resolve(self, throws: Throws) -> tuple[Event, ...]:
        for dsu in self._dsus:
            self._replace(dsu)
        for dsu in self._dsus:
            for pair in dsu.consolidations:
                self._consolidate(self.rsus[pair.first], self.rsus[pair.second])
        for dsu in self._dsus:
            for rsu in dsu.rsus:
                if rsu.id in self.rsus and self.rsus[rsu.id].shattered:
                    self._check(self.rsus[rsu.id], dsu.id, throws)
        for dsu in self._dsus:
            if not any(rsu.id in self.rsus for rsu in dsu.rsus):
                self._events.append(DsuLeftPlay(dsu.id, self._book.cites.leaves_play))
        return tuple(self._events)

    def _replace(self, dsu: Dsu) -> None:
        """Both kinds, each a share of the strength at the start of the phase."""
        book, settings = self._book, self._settings
        isolated = dsu.id in self._isolated
        allowed = {allowance.rsu: allowance.sp for allowance in dsu.gow_allows}
        for rsu in dsu.rsus:
            reason = infantry_reason(rsu, isolated, dsu.forced_retreat)
            if reason is None:
                self._take(infantry(book, settings, rsu, rsu))
            elif reason in TOLD:
                self._events.append(withheld(book, Replacements.INFANTRY, rsu, reason))
        for rsu in dsu.rsus:
            reason = armour_reason(
                book, rsu, dsu.captured, dsu.fought, dsu.armour_fought, isolated, dsu.gow_refuses
            )
            if reason is None:
                self._take(armour(book, settings, self.rsus[rsu.id], rsu, allowed.get(rsu.id)))
            elif reason in TOLD:
                self._events.append(withheld(book, Replacements.ARMOUR, rsu, reason))

    def _take(self, replaced: RsuReplaced) -> None:
        self._events.append(replaced)
        self.rsus[replaced.rsu] = replace(self.rsus[replaced.rsu], strength=replaced.strength)

    def _consolidate(self, first: Rsu, second: Rsu) -> None:
        consolidated = consolidate(self._book, self._settings, first, second)
        self._events.append(consolidated)
        survivor = self.rsus[consolidated.survivor]
        self.rsus[survivor.id] = replace(survivor, strength=consolidated.strength)
        del self.rsus[consolidated.disbanded]

    def _check(self, rsu: Rsu, dsu: str, throws: Throws) -> None:
        checked = recovery_check(self._book, rsu, dsu, throws)
        self._events.append(checked)
        if isinstance(checked, RsuRecovered):
            self.rsus[rsu.id] = replace(rsu, state=State.GOOD_ORDER)
        elif isinstance(checked, RsuDisbanded):
            del self.rsus[rsu.id]
