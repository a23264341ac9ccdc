"""Retreats and what they set off: overstacks, their checks, and DSUs sent back in turn (p5, p6)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rules.dice import Throws
from rules.konrad.choices import Choices
from rules.konrad.events import Event
from rules.konrad.events_remo import RsuShattered, When
from rules.konrad.events_retreat import (
    Cause,
    DsuDestroyed,
    DsuEliminated,
    DsuObligedToRetreat,
    DsuOverstacked,
    DsuRetreated,
    RetreatsOrdered,
)
from rules.konrad.field import Field
from rules.konrad.formations import Dsu
from rules.konrad.remo import check
from rules.konrad.settings import OverstackChecks


class Retreats:
    """One batch of retreats, resolved DSU by DSU in the order given.

    `forced` tells whether they count as forced by today's combat (those in Movement do not), `first_alone`
    whether only the first one retreats while the others, and those it sends back, wait.
    """

    def __init__(
        self, field: Field, choices: Choices, throws: Throws, forced: bool, first_alone: bool = False
    ) -> None:
        self.field = field
        self.events: list[Event] = []
        self._choices = choices
        self._throws = throws
        self._forced = forced
        self._first_alone = first_alone
        self._waiting: deque[str] = deque()

    def resolve(self, retreating: Sequence[str]) -> tuple[Event, ...]:
        """Everything that happens; raises Asks where the GoW must choose, with the events until then.

        It ends: a DSU is sent back by an overstack only when it loses its last usable RSU, which it can
        once, and no DSU enters a sector twice in one retreat.
        """
        self._waiting.extend(retreating)
        while self._waiting:
            self._retreat(self._waiting.popleft())
            if self._first_alone:
                break
        self._choices.require_taken()
        return tuple(self.events)

    def _retreat(self, dsu: str) -> None:
        field = self.field
        left: list[str] = []
        stays = False
        while not stays:
            mover = field.dsus[dsu]
            start = field.sectors[dsu]
            left.append(start)
            ways = field.ways(mover, left)
            if not ways:
                self._lose(mover, start, stuck=len(left) > 1)
                return
            way, by_gow = self._choices.sector(mover, field.beside(start), ways, self.events)
            residents = tuple(resident.id for resident in field.standing(way.sector, mover.side))
            taken = field.move(mover, way.sector)
            stays = way.room
            if stays:
                cite = field.book.cites.retreat
                self.events.append(DsuRetreated(dsu, start, way.sector, self._forced, by_gow, cite))
            else:
                cite = field.book.cites.overstack
                self.events.append(
                    DsuOverstacked(dsu, start, way.sector, residents, self._forced, by_gow, cite)
                )
            self.events.extend(taken)
            if not stays:
                self._overstack(mover, residents, way.sector)

    def _overstack(self, mover: Dsu, residents: Sequence[str], sector: str) -> None:
        """Every RSU in good order checks at once; DSUs that lose their last usable one are queued."""
        field = self.field
        everyone = field.settings.overstack_checks is OverstackChecks.ALL
        held = {dsu: field.dsus[dsu].holds for dsu in residents}
        shattered: set[str] = set()
        for dsu in (*residents, mover.id) if everyone else residents:
            for rsu in field.dsus[dsu].rsus:
                if not rsu.shattered:
                    scenario = field.dsus[dsu].scenario_today
                    checked = check(field.book, rsu, dsu, When.OVERSTACK, scenario, self._throws)
                    self.events.append(checked)
                    if isinstance(checked, RsuShattered):
                        shattered.add(rsu.id)
        field.shatter(shattered)
        sent_back = [dsu for dsu in residents if held[dsu] and not field.dsus[dsu].holds]
        for dsu in sent_back:
            cite = field.book.cites.must_retreat
            self.events.append(DsuObligedToRetreat(dsu, sector, Cause.OVERSTACK, cite))
        self._queue(sector, [dsu for dsu in sent_back if dsu not in self._waiting])

    def _queue(self, sector: str, sent_back: Sequence[str]) -> None:
        if len(sent_back) > 1:
            sent_back = self._choices.order(sector, sent_back, self.events)
            cite = self.field.book.cites.retreat
            self.events.append(RetreatsOrdered(sector, tuple(sent_back), cite))
        self._waiting.extend(sent_back)

    def _lose(self, dsu: Dsu, sector: str, stuck: bool) -> None:
        """No legal sector: destroyed where it started, or eliminated in the overstack where it is stuck."""
        rsus = tuple(rsu.id for rsu in dsu.rsus)
        lost = sum(rsu.now for rsu in dsu.rsus)
        cites = self.field.book.cites
        taken = self.field.remove(dsu)
        if stuck:
            self.events.append(DsuEliminated(dsu.id, sector, rsus, lost, cites.overstack))
        else:
            self.events.append(DsuDestroyed(dsu.id, sector, rsus, lost, cites.retreat))
        self.events.extend(taken)
