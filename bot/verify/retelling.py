"""A ledger told again: each entry is what its command makes of the table that those before it left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from bot.boards import standing
from bot.events.codecs import read_events
from bot.events.desk import SealOpened
from bot.events.end import EndProposed
from bot.events.table import CampaignOpened, EpochOpened, EpochRevealed, GameMoved, GameOpened
from bot.ledger.dice import SEED_BYTES, Draw, Drawing
from bot.ledger.entry import GENESIS, Entry, Kind, Link
from bot.ledger.exported import digits
from bot.play import game as games
from bot.play.game import Game
from bot.play.sitting import NOBODY, Caller, Draft, Patience, Sitting
from bot.store import Transaction, scratch
from bot.store.sealed import Sealed
from bot.verify.acts import Retold, operation_of
from bot.verify.difference import first_difference, quoted
from bot.verify.failure import NotTrue
from rules.dice import MissingDie
from rules.event import Event
from rules.refusal import DataError, Refused

UNFIT = (ArithmeticError, LookupError, TypeError, ValueError, DataError)
"""what the table raises where an entry tells what no referee would have written"""
FROM_COMMAND = ("kind", "inputs", "dice", "read", "answers", "voids", "reason")
"""fields of an entry that its command gives, beside its events"""


@contextmanager
def retelling(game: int) -> Iterator[Retelling]:
    """The table of a game before its first entry."""
    with scratch() as tx:
        yield Retelling(tx, game)


class Retelling:
    """Follows the entries of one game in order, whose chain and dice hold."""

    def __init__(self, tx: Transaction, number: int) -> None:
        self._tx = tx
        self._number = number
        self._game: Game | None = None
        self._head = GENESIS
        self._accounts: dict[str, int] = {}
        self._people: dict[int, str] = {}

    def entry(self, link: Link) -> str:
        """How an entry differs from what its command makes of the table, "" where it does not.

        Raises NotTrue where no table is left by it.
        """
        entry = link.entry
        try:
            events = read_events(entry.events)
            self._know(events)
            how = self._differs(entry, events)
            written, epoch = self._enter(link, events)
        except (*UNFIT, Refused) as error:
            raise NotTrue(f"#{entry.seq} tells what does not fit together: {error!r}.") from error
        if not how and written != entry.written:
            how = f"says that it changed {_ids(entry.written)}, where it changes {_ids(written)}"
        return how or ("" if epoch == entry.epoch else f"is of epoch {entry.epoch}, where {epoch} is open")

    def _differs(self, entry: Entry, events: tuple[Event, ...]) -> str:
        """As its author first; a GoW may be one by his role in the server alone."""
        first = ""
        for roles in self._roles(entry):
            how = self._differs_under(entry, events, roles)
            if not how:
                return ""
            first = first or how
        return first

    def _roles(self, entry: Entry) -> Iterator[tuple[int, ...]]:
        yield ()
        game = self._game
        if game is not None and game.gow_role and entry.actor not in game.gow:
            yield (int(game.gow_role),)

    def _differs_under(self, entry: Entry, events: tuple[Event, ...], roles: tuple[int, ...]) -> str:
        dice = _Thrown(entry.dice)
        caller, game = self._caller(entry, events, roles), self._sits(entry)
        # How long somebody has to be silent is a setting of the host's, which the proposal tells.
        days = next((event.days for event in events if isinstance(event, EndProposed)), 0)
        patience = Patience(timedelta(), timedelta(days=days))
        sitting = _Again(self._tx, caller, game, entry, dice, self._people, patience)
        try:
            draft = operation_of(Retold(entry, events, self._account))(sitting)
        except MissingDie as missing:
            return f"throws no {missing.name}, which its command throws"
        except Refused as refused:
            return f"is entered, where it is refused: {refused.message.rstrip('.')}"
        except UNFIT as error:
            return f"tells what does not fit together: {error!r}"
        return _difference(entry, events, draft)

    def _sits(self, entry: Entry) -> Game | None:
        """The game of the channel where it was asked: none yet where a game moves to."""
        return None if entry.kind is Kind.MOVED else self._game

    def _caller(self, entry: Entry, events: tuple[Event, ...], roles: tuple[int, ...]) -> Caller:
        guild, channel = ("0", "0") if self._game is None else (self._game.guild, self._game.channel)
        for event in events:
            if isinstance(event, GameOpened | CampaignOpened | GameMoved):
                guild, channel = event.guild, event.channel
        account = self._account(entry.actor)
        return Caller(
            entry.request,
            account,
            int(guild),
            int(channel),
            entry.command,
            manages=True,
            again=True,
            roles=roles,
        )

    def _account(self, pseudonym: str) -> int:
        """A number for whoever bears a pseudonym."""
        if not pseudonym:
            return NOBODY
        if pseudonym not in self._accounts:
            account = self._accounts[pseudonym] = len(self._accounts) + 1
            self._people[account] = pseudonym
            # Before the first entry the table takes the game for its first.
            for number in {self._number, self._tx.next_game()}:
                self._tx.name_person(number, account, pseudonym)
        return self._accounts[pseudonym]

    def _know(self, events: Iterable[Event]) -> None:
        """What the referee held when it made the entry, as far as the entry tells it."""
        for event in events:
            match event:
                case EpochRevealed():
                    self._tx.keep_seed(self._number, event.epoch, digits(event.seed))
                case SealOpened() if self._tx.seals.of(self._number, event.seal) is None:
                    sealed = Sealed(bytes.fromhex(event.nonce), event.text)
                    self._tx.seals.keep(self._number, event.seal, sealed)

    def _enter(self, link: Link, events: tuple[Event, ...]) -> tuple[tuple[str, ...], int]:
        """The pieces that the entry changed, and the epoch open after it."""
        entry = link.entry
        state = standing.settled(self._game, self._number, events)
        if state is None:
            raise ValueError("it opens no game")
        state, written = standing.after_entry(self._tx, state, entry, events)
        self._tx.append(Link(entry, link.body, self._head, link.hash))
        if state != self._game:
            games.put(self._tx, state)
        self._game, self._head = state, link.hash
        return written, state.epoch


class _Thrown:
    """The dice of an entry, each thrown again as it fell."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._fell = list(draws)
        self.drawn: list[Draw] = []

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        draw = next((draw for draw in self._fell if draw.name == name), None)
        if draw is None or (len(draw.faces), draw.sides) != (count, sides):
            raise MissingDie(name)
        self._fell.remove(draw)
        self.drawn.append(draw)
        return draw.faces


class _Again(Sitting):
    """The table as it stood when an entry was made, with the dice that fell in it."""

    def __init__(
        self,
        tx: Transaction,
        caller: Caller,
        game: Game | None,
        entry: Entry,
        dice: Drawing,
        people: Mapping[int, str],
        patience: Patience,
    ) -> None:
        now = datetime.fromisoformat(entry.at).astimezone(UTC)
        super().__init__(tx, caller, game, None, now, patience)
        self._dice = dice
        self._people = people

    def epoch_dice(self) -> Drawing:
        return self._dice

    def pseudonym_of(self, account: int) -> str:
        return self._people[account]

    def seed(self) -> bytes:
        """No secret: commitments are compared where the chain is followed."""
        return bytes(SEED_BYTES)


def _difference(entry: Entry, events: tuple[Event, ...], draft: Draft) -> str:
    for name in FROM_COMMAND:
        has, follows = getattr(entry, name), getattr(draft, name)
        if has != follows:
            return f"has {name} {quoted(has)}, where its command gives {quoted(follows)}"
    if draft.command and draft.command != entry.command:
        return f"has command {quoted(entry.command)}, where its command gives {quoted(draft.command)}"
    return first_difference(map(_public, events), map(_public, draft.events), "command gives")


def _public(event: Event) -> Event:
    return replace(event, commitment="") if isinstance(event, EpochOpened) else event


def _ids(pieces: Sequence[str]) -> str:
    return ", ".join(f"#{piece}" for piece in pieces) or "nothing"
