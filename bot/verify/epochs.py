"""The dice of a ledger: commitments, cuts, seeds, and every draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from bot.events.epochs import EpochClosed
from bot.events.table import CampaignOpened, Cut, EnteredDiceAllowed, EpochOpened, EpochRevealed, GameOpened
from bot.ledger.dice import ENTERED, Draw, commitment, epoch_key, faces
from bot.ledger.exported import digits
from bot.verify.failure import NotTrue, require, untrue
from bot.verify.skim import Skim
from rules.event import Event


class Revealed(Struct, frozen=True):
    """A seed, and the entry that publishes it."""

    seed: bytes
    seq: int


@dataclass
class _Epoch:
    commitment: str
    seed: bytes | None
    cuts: dict[int, int] = field(default_factory=dict)
    key: bytes | None = None
    ended: bool = False
    drawn: Counter[str] = field(default_factory=Counter)
    unverified: int = 0


class Epochs:
    """Follows the epochs of one game, whose seeds are known beforehand as far as they are revealed."""

    def __init__(self, game: int, seeds: Mapping[int, Revealed]) -> None:
        self.dice = self.entered = 0
        self._game = game
        self._seeds = seeds
        self._seats = 0
        self._may_enter = False
        self._open = 0
        self._epochs: dict[int, _Epoch] = {}

    @property
    def unrevealed(self) -> tuple[tuple[int, int], ...]:
        """Epochs whose seed no entry reveals, each with its number of draws."""
        return tuple((n, epoch.unverified) for n, epoch in self._epochs.items() if epoch.seed is None)

    def event(self, entry: Skim, event: Event) -> None:
        """Raises NotTrue where the event does not follow from commitment, cuts and seeds."""
        match event:
            case GameOpened() | CampaignOpened():
                self._seats = len(event.sides)
                self._may_enter = (
                    isinstance(event, GameOpened) and event.entered is not EnteredDiceAllowed.NEVER
                )
            case EpochOpened():
                self._opened(entry, event)
            case Cut():
                self._cut(entry, event)
            case EpochRevealed():
                self._revealed(entry, event.epoch, seed_of(entry.seq, event.seed))
            case EpochClosed():
                self._ended(entry, event.epoch)
            case _:
                return

    def draws(self, entry: Skim) -> None:
        """Raises NotTrue where a die is another than the one that follows, or falls when none may."""
        if entry.epoch != self._open:
            raise untrue(entry.seq, f"speaks of epoch {entry.epoch}", f"the open epoch {self._open}")
        if not entry.dice:
            return
        mixed = len({draw.n == ENTERED for draw in entry.dice}) > 1
        require(not mixed, entry.seq, "mixes dice drawn and entered", "one of the two")
        for draw in entry.dice:
            self._draw(entry.seq, draw)

    def _opened(self, entry: Skim, event: EpochOpened) -> None:
        following = self._open + 1
        require(event.epoch == following, entry.seq, f"opens epoch {event.epoch}", f"epoch {following}")
        before = self._epochs.get(self._open)
        ended = before is None or before.ended
        require(ended, entry.seq, f"opens epoch {event.epoch}", f"the end of epoch {self._open} first")
        revealed = self._seeds.get(event.epoch)
        if revealed is not None:
            self._agree(revealed.seq, event.epoch, revealed.seed, event.commitment)
        seed = None if revealed is None else revealed.seed
        self._epochs[event.epoch] = _Epoch(event.commitment, seed)
        self._open = event.epoch

    def _agree(self, seq: int, epoch: int, seed: bytes, committed: str) -> None:
        follows = commitment(self._game, epoch, seed)
        require(
            follows == committed,
            seq,
            f"reveals a seed whose commitment is {follows}",
            f"a seed with the commitment {committed} of epoch {epoch}",
        )

    def _revealed(self, entry: Skim, number: int, seed: bytes) -> None:
        self._agree(entry.seq, number, seed, self._epoch(entry.seq, number).commitment)
        self._ended(entry, number)

    def _ended(self, entry: Skim, number: int) -> None:
        epoch = self._epoch(entry.seq, number)
        is_open = number == self._open and not epoch.ended
        require(is_open, entry.seq, f"ends epoch {number}", "the open epoch")
        epoch.ended = True
        epoch.drawn.clear()

    def _cut(self, entry: Skim, event: Cut) -> None:
        seq, epoch = entry.seq, self._epoch(entry.seq, event.epoch)
        require(not epoch.ended, seq, f"cuts epoch {event.epoch}", "no cut once its seed is known")
        require(event.cut == entry.request, seq, f"cuts with {event.cut}", f"its own id {entry.request}")
        numeric = event.cut.isascii() and event.cut.isdecimal() and event.cut == str(int(event.cut))
        require(numeric, seq, f"cuts with {event.cut}", "the number of an interaction")
        seats = f"a seat from 1 to {self._seats}"
        require(1 <= event.seat <= self._seats, seq, f"cuts for seat {event.seat}", seats)
        require(event.seat not in epoch.cuts, seq, f"cuts for seat {event.seat} again", "one cut a seat")
        epoch.cuts[event.seat] = int(event.cut)
        if epoch.seed is not None and len(epoch.cuts) == self._seats:
            cuts = [epoch.cuts[seat] for seat in sorted(epoch.cuts)]
            epoch.key = epoch_key(self._game, event.epoch, epoch.seed, tuple(cuts))

    def _draw(self, seq: int, draw: Draw) -> None:
        if not draw.faces or min(draw.faces) < 1 or max(draw.faces) > draw.sides:
            raise untrue(seq, f"has {draw.name} as {draw.faces}", f"faces from 1 to {draw.sides}")
        if draw.n == ENTERED:
            require(self._may_enter, seq, f"has {draw.name} entered", "dice of the epoch only")
            self.entered += 1
            return
        epoch = self._epoch(seq, self._open)
        if epoch.ended or len(epoch.cuts) != self._seats:
            when = "once the seed is known" if epoch.ended else "before every cut"
            raise untrue(seq, f"draws {draw.name}", f"no die {when}")
        n = epoch.drawn[draw.name]
        if draw.n != n:
            raise untrue(seq, f"draws {draw.name} as draw {draw.n}", f"draw {n}")
        epoch.drawn[draw.name] = n + 1
        if epoch.key is None:
            epoch.unverified += 1
            return
        try:
            follows = faces(epoch.key, draw.name, n, len(draw.faces), draw.sides)
        except ValueError as error:
            raise NotTrue(f"#{seq} draws what no rule asks for: {error}.") from error
        if draw.faces != follows:
            raise untrue(seq, f"has {draw.name} as {draw.faces}", f"{follows}")
        self.dice += 1

    def _epoch(self, seq: int, number: int) -> _Epoch:
        if number not in self._epochs:
            raise NotTrue(f"#{seq} speaks of epoch {number}, which no entry has opened.")
        return self._epochs[number]


def seed_of(seq: int, seed: str) -> bytes:
    """The bytes of a revealed seed. Raises NotTrue."""
    try:
        return digits(seed)
    except ValueError:
        raise NotTrue(f"#{seq} reveals {seed[:20]!r}, which is no seed.") from None
