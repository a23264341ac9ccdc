"""What everybody may see of a campaign: pieces with their history, and the entries of a day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.events.codecs import read_events
from bot.operations.view import CampaignView, view_of
from bot.play.game import Game
from bot.play.sitting import Sitting
from bot.store.transaction import Transaction
from rules.event import Event
from rules.konrad.events_desk import DayBegan
from rules.refusal import Refused


class StandingEntry(Struct, frozen=True):
    """A standing entry: its number, when it was entered, and what it tells."""

    seq: int
    at: str
    events: tuple[Event, ...]


class Sight(Struct, frozen=True):
    """A campaign with its people: accounts by pseudonym, and who holds which office."""

    view: CampaignView
    game: Game
    people: Mapping[str, int]

    def person(self, pseudonym: str) -> str:
        """A mention, or the pseudonym of a person who was forgotten."""
        return f"<@{self.people[pseudonym]}>" if pseudonym in self.people else pseudonym

    @property
    def spoken(self) -> dict[str, str]:
        """Every piece and person as posts speak of them."""
        pieces = {piece: self.view.called(piece) for piece in self.view.names}
        return {**pieces, **{pseudonym: self.person(pseudonym) for pseudonym in self.people}}


def sight(sitting: Sitting) -> Sight:
    """Raises Refused `no_campaign`, `not_set_up`."""
    sitting.require_campaign()
    return sight_of(sitting.tx, sitting.game)


def sight_of(tx: Transaction, game: Game) -> Sight:
    """The campaign of a game that is one. Raises Refused `not_set_up`."""
    return Sight(view_of(tx, game), game, tx.people(game.id))


def history(sitting: Sitting) -> tuple[Sight, tuple[StandingEntry, ...]]:
    """The campaign and every standing entry of it."""
    return sight(sitting), tuple(_standing(sitting))


def day_of(number: int | None) -> Callable[[Sitting], tuple[Sight, int, tuple[StandingEntry, ...]]]:
    """The entries of a day, of today where none is named. Raises Refused `no_day`."""

    def seen(sitting: Sitting) -> tuple[Sight, int, tuple[StandingEntry, ...]]:
        campaign = sight(sitting)
        today = campaign.view.campaign.day
        wanted = today if number is None else number
        if wanted > today:
            raise Refused("no_day", f"It is day {today}; name a day from 1 to {today}.")
        day = 1
        entries: list[StandingEntry] = []
        for entry in _standing(sitting):
            begun = [event.day for event in entry.events if isinstance(event, DayBegan)]
            day = begun[-1] if begun else day
            if day == wanted:
                entries.append(entry)
        return campaign, wanted, tuple(entries)

    return seen


def events_of_today(sitting: Sitting) -> Sequence[Event]:
    """What happened since the day began, of entries that stand, in order."""
    happened: list[Event] = []
    for entry in _standing(sitting):
        for event in entry.events:
            if isinstance(event, DayBegan):
                happened.clear()
            happened.append(event)
    return happened


def events_of(seq: int) -> Callable[[Sitting], tuple[Event, ...]]:
    """What one entry tells. Raises Refused `no_entry`."""

    def seen(sitting: Sitting) -> tuple[Event, ...]:
        link = sitting.tx.entry(sitting.game.id, seq)
        if link is None:
            raise Refused("no_entry", f"This campaign has no entry #{seq}.")
        return read_events(link.entry.events)

    return seen


def _standing(sitting: Sitting) -> Iterator[StandingEntry]:
    game = sitting.game.id
    void = sitting.tx.voids.struck(game)
    for link in sitting.tx.entries(game):
        if link.entry.seq not in void:
            events = read_events(link.entry.events)
            yield StandingEntry(link.entry.seq, link.entry.at, events)
