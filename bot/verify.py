"""Verifies an exported game without Discord or the database: chain, numbers, commitments, cuts, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.canonical import NotCanonical, canonical, parse
from bot.codecs import EVENTS
from bot.dice import ENTERED, Draw, commitment, epoch_key, faces
from bot.epochs import EpochClosed
from bot.events import CampaignOpened, Cut, Entered, EpochOpened, EpochRevealed, GameOpened
from bot.export import FORMAT
from bot.ledger import GENESIS, LASTING, Entry, Kind, Link, Voiding, chained, read_entry, struck
from rules.event import Event
from rules.given import Given
from rules.refusal import DataError, Refused


class NotTrue(Exception):
    """The first thing that does not hold: where, what is recorded, what would follow."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found to hold: counts, and the epochs whose dice nobody can check yet."""

    game: int
    entries: int
    head: str
    dice: int
    entered: int
    unrevealed: tuple[tuple[int, int], ...]


@dataclass
class _Epoch:
    commitment: str
    cuts: dict[int, int] = field(default_factory=dict)
    seed: bytes | None = None
    key: bytes | None = None
    ended: bool = False
    unverified: int = 0


def verify(path: Path) -> Verified:
    """Reads the file twice: for the seeds revealed, then for everything. Raises NotTrue, Refused."""
    seeds = dict(_revealed(path))
    check = _Check(seeds)
    for link in _links(path):
        check.entry(link)
    return check.verified()


class _Check:
    def __init__(self, seeds: dict[int, bytes]) -> None:
        self._seeds = seeds
        self._prev = GENESIS
        self._seq = 0
        self._game = 0
        self._at = ""
        self._seats = 0
        self._may_enter = False
        self._open = 0
        self._asked: set[int] = set()
        self._voiding: list[Voiding] = []
        self._void: dict[int, int] = {}
        self._lasting: set[int] = set()
        self._epochs: dict[int, _Epoch] = {}
        self._drawn: Counter[tuple[int, str]] = Counter()
        self._requests: set[str] = set()
        self._dice = self._entered = 0

    def entry(self, link: Link) -> None:
        entry = link.entry
        self._chain(link)
        self._answer(entry)
        self._strike(entry)
        for event in _events(entry):
            self._event(entry, event)
        open_ = f"the open epoch {self._open}"
        _require(entry.epoch == self._open, entry, f"speaks of epoch {entry.epoch}", open_)
        mixed = len({draw.n == ENTERED for draw in entry.dice}) > 1
        _require(not mixed, entry, "mixes dice drawn and entered", "one of the two")
        for draw in entry.dice:
            self._draw(entry, draw)

    def verified(self) -> Verified:
        unrevealed = tuple((n, epoch.unverified) for n, epoch in self._epochs.items() if epoch.seed is None)
        return Verified(self._game, self._seq, self._prev.hex(), self._dice, self._entered, unrevealed)

    def _chain(self, link: Link) -> None:
        entry = link.entry
        self._game = self._game or entry.game
        _require(entry.game == self._game, entry, f"belongs to game {entry.game}", f"game {self._game}")
        _require(entry.seq == self._seq + 1, entry, f"has number {entry.seq}", f"number {self._seq + 1}")
        follows = chained(self._prev, link.body)
        _require(link.hash == follows, entry, f"has hash {link.hash.hex()}", f"hash {follows.hex()}")
        _require(entry.at >= self._at, entry, f"is of {entry.at}", f"no time before {self._at}")
        fresh = entry.request not in self._requests
        _require(fresh, entry, f"repeats request {entry.request}", "one entry an interaction")
        self._requests.add(entry.request)
        self._prev, self._seq, self._at = link.hash, entry.seq, entry.at

    def _answer(self, entry: Entry) -> None:
        if entry.answers:
            waits = entry.answers in self._asked and entry.answers not in self._void
            _require(waits, entry, f"answers #{entry.answers}", "no open question of that number")
            self._asked.remove(entry.answers)
        if entry.kind is Kind.ASKED:
            self._asked.add(entry.seq)

    def _strike(self, entry: Entry) -> None:
        if entry.kind in LASTING:
            self._lasting.add(entry.seq)
        void = entry.kind is Kind.VOIDED
        _require(bool(entry.voids) or not void, entry, "voids nothing", "an entry that it strikes")
        for seq in entry.voids:
            stands = 1 <= seq < entry.seq and seq not in self._void
            _require(stands, entry, f"voids #{seq}", "an entry before it that stands")
            _require(seq not in self._lasting, entry, f"voids #{seq}", "an entry that can be void")
        if entry.voids:
            may = void or entry.kind is Kind.RULING
            _require(may, entry, f"voids #{entry.voids[0]}", "no void by an entry of its kind")
            self._voiding.append(Voiding(entry.seq, entry.voids, not void))
            self._void = struck(self._voiding)

    def _event(self, entry: Entry, event: Event) -> None:
        match event:
            case GameOpened() | CampaignOpened():
                _require(entry.seq == 1, entry, "opens the game", "a game that is open since #1")
                self._seats = len(event.sides)
                self._may_enter = isinstance(event, GameOpened) and event.entered is not Entered.NEVER
            case EpochOpened():
                self._opened(entry, event)
            case Cut():
                self._cut(entry, event)
            case EpochRevealed():
                self._reveal(entry, event)
            case EpochClosed():
                self._ended(entry, event.epoch)
            case _:
                return

    def _opened(self, entry: Entry, event: EpochOpened) -> None:
        epochs = self._open + 1
        _require(event.epoch == epochs, entry, f"opens epoch {event.epoch}", f"epoch {epochs}")
        before = self._epochs.get(self._open)
        ended = before is None or before.ended
        _require(ended, entry, f"opens epoch {event.epoch}", f"epoch {self._open} to be ended first")
        self._epochs[event.epoch] = _Epoch(event.commitment, seed=self._seeds.get(event.epoch))
        self._open = event.epoch

    def _reveal(self, entry: Entry, event: EpochRevealed) -> None:
        epoch = self._epoch(entry, event.epoch)
        follows = commitment(entry.game, event.epoch, _seed(entry, event.seed))
        _require(
            follows == epoch.commitment,
            entry,
            f"reveals a seed whose commitment is {follows}",
            f"a seed with the commitment {epoch.commitment} of epoch {event.epoch}",
        )
        self._ended(entry, event.epoch)

    def _ended(self, entry: Entry, number: int) -> None:
        epoch = self._epoch(entry, number)
        _require(number == self._open and not epoch.ended, entry, f"ends epoch {number}", "the open epoch")
        epoch.ended = True

    def _cut(self, entry: Entry, event: Cut) -> None:
        epoch = self._epoch(entry, event.epoch)
        _require(not epoch.ended, entry, f"cuts epoch {event.epoch}", "no cut once its seed is known")
        _require(event.cut == entry.request, entry, f"cuts with {event.cut}", f"its own id {entry.request}")
        _require(
            event.cut.isascii() and event.cut.isdecimal() and event.cut == str(int(event.cut)),
            entry,
            f"cuts with {event.cut}",
            "the number of an interaction",
        )
        seats = f"a seat from 1 to {self._seats}"
        _require(1 <= event.seat <= self._seats, entry, f"cuts for seat {event.seat}", seats)
        _require(event.seat not in epoch.cuts, entry, f"cuts for seat {event.seat} again", "one cut a seat")
        epoch.cuts[event.seat] = int(event.cut)
        if epoch.seed is not None and len(epoch.cuts) == self._seats:
            cuts = [epoch.cuts[seat] for seat in sorted(epoch.cuts)]
            epoch.key = epoch_key(entry.game, event.epoch, epoch.seed, cuts)

    def _draw(self, entry: Entry, draw: Draw) -> None:
        fit = bool(draw.faces) and all(1 <= face <= draw.sides for face in draw.faces)
        _require(fit, entry, f"has {draw.name} as {draw.faces}", f"faces from 1 to {draw.sides}")
        if draw.n == ENTERED:
            _require(self._may_enter, entry, f"has {draw.name} entered", "dice of the epoch only")
            self._entered += 1
            return
        epoch = self._epoch(entry, entry.epoch)
        _require(not epoch.ended, entry, f"draws {draw.name}", "no die once the seed is known")
        _require(len(epoch.cuts) == self._seats, entry, f"draws {draw.name}", "no die before every cut")
        n = self._drawn[entry.epoch, draw.name]
        _require(draw.n == n, entry, f"draws {draw.name} as draw {draw.n}", f"draw {n}")
        self._drawn[entry.epoch, draw.name] += 1
        if epoch.key is None:
            epoch.unverified += 1
            return
        try:
            follows = faces(epoch.key, draw.name, n, len(draw.faces), draw.sides)
        except ValueError as error:
            raise NotTrue(f"#{entry.seq} draws what no rule asks for: {error}.") from error
        _require(draw.faces == follows, entry, f"has {draw.name} as {draw.faces}", f"{follows}")
        self._dice += 1

    def _epoch(self, entry: Entry, number: int) -> _Epoch:
        if number not in self._epochs:
            raise NotTrue(f"#{entry.seq} speaks of epoch {number}, which no entry has opened.")
        return self._epochs[number]


def _require(holds: bool, entry: Entry, recorded: str, follows: str) -> None:
    if not holds:
        raise NotTrue(f"#{entry.seq} {recorded}; what went before gives {follows}.")


def _revealed(path: Path) -> Iterator[tuple[int, bytes]]:
    for link in _links(path):
        for event in _events(link.entry):
            if isinstance(event, EpochRevealed):
                yield event.epoch, _seed(link.entry, event.seed)


def _events(entry: Entry) -> Iterator[Event]:
    for stored in entry.events:
        try:
            event: Event = EVENTS.read(stored)
        except DataError as error:
            raise NotTrue(f"#{entry.seq} cannot be read: {error}.") from error
        yield event


def _seed(entry: Entry, seed: str) -> bytes:
    try:
        return _bytes(seed)
    except ValueError:
        raise NotTrue(f"#{entry.seq} reveals {seed[:20]!r}, which is no seed.") from None


def _bytes(digits: str) -> bytes:
    """32 bytes of 64 small hex digits. Raises ValueError."""
    read = bytes.fromhex(digits)
    if len(read) != 32 or read.hex() != digits:
        raise ValueError(f"{digits[:20]!r} is not 64 small hex digits")
    return read


def _links(path: Path) -> Iterator[Link]:
    """The entries of an export, each line in canonical form; the last line must be the end of the file."""
    ended, game, last, head = False, 0, 0, GENESIS
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if ended:
                raise NotTrue(f"Line {number} stands after the end.")
            try:
                given = Given(parse(_whole(line)), f"line {number}")
                if number == 1:
                    game = _read_head(given)
                elif given.has("end"):
                    _read_end(given, last, head)
                    ended = True
                else:
                    link = _read_link(given)
                    _require(
                        link.entry.game == game, link.entry, f"is of game {link.entry.game}", f"game {game}"
                    )
                    last, head = link.entry.seq, link.hash
                    yield link
            except (ValueError, Refused) as error:
                where = f"Line {number}, after #{last}," if last else f"Line {number}"
                raise NotTrue(f"{where} is no line of an export: {error}.") from error
    if not ended:
        raise NotTrue(f"The file is cut: after #{last} its end line is missing.")


def _whole(line: bytes) -> bytes:
    if not line.endswith(b"\n"):
        raise NotCanonical("it is cut")
    return line[:-1]


def _read_head(given: Given) -> int:
    given.integer("export", FORMAT, FORMAT)
    game = given.integer("game", 1, 2**53 - 1)
    given.done()
    return game


def _read_end(given: Given, last: int, head: bytes) -> None:
    end, recorded = given.integer("end", 0, 2**53 - 1), given.text("head")
    given.done()
    if (end, recorded) != (last, head.hex()):
        raise NotTrue(
            f"The end line says #{end} {recorded[:16]}; the entries end at #{last} {head.hex()[:16]}."
        )


def _read_link(given: Given) -> Link:
    value = given.raw("entry")
    body = canonical(value)
    entry = read_entry(value)
    if entry.body() != body:
        raise NotCanonical(f"#{entry.seq} holds a value of the wrong kind")
    hash_ = _bytes(given.text("hash"))
    for post in given.objects("posts"):
        for key in ("channel", "message", "content"):
            post.text(key)
        post.done()
    given.done()
    return Link(entry, body, b"", hash_)


def lines(found: Verified) -> Iterable[str]:
    """What was verified, for people."""
    yield f"Game {found.game}: {found.entries} entries, chain unbroken to {found.head[:16]}."
    yield f"{found.dice} draws follow from the seeds revealed and the cuts."
    if found.entered:
        yield f"{found.entered} draws were rolled elsewhere and entered: nothing proves them."
    for epoch, draws in found.unrevealed:
        yield f"Epoch {epoch} is not revealed: its {draws} draws are NOT verified."
