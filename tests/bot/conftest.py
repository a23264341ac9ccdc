"""A referee on a real SQLite file, with a still clock and known seeds; no Discord."""

from __future__ import annotations

import hashlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.__main__ import main
from bot.archive.export import export
from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.ledger.canonical import canonical, parse
from bot.ledger.entry import Kind
from bot.operations.answering import answer as agreed
from bot.operations.ending import end_game
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import Setup, open_game, take_seat
from bot.operations.roster import Recruits, add_units
from bot.play.sitting import Caller, Patience
from bot.referee import Answer, Referee
from bot.store import Store, open_store
from bot.verify import Verified, read_footer, verify

ALICE, BOB, CAROL = 11, 22, 33
CHANNEL = 500
SIDES = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))


class Desk:
    """A referee, and what alice, bob and carol ask of it; each call is an interaction of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        # The clock stands still: whoever calls the same again is not asked.
        self.referee = Referee(store, lambda: self.now, self._entropy, RULES, Patience(timedelta()))
        self._drawn = count(1)
        self._requests = count(1000)

    def _entropy(self, length: int) -> bytes:
        return next(self._drawn).to_bytes(length)

    def seed(self, number: int) -> None:
        """The next secret is this number; bench/find_seed.py finds one for the dice that a test wants."""
        self._drawn = count(number)

    def requests(self, first: int) -> None:
        """The next interaction has this id, the others follow."""
        self._requests = count(first)

    def caller(self, who: int, request: str | None = None, channel: int = CHANNEL) -> Caller:
        return Caller(request or str(next(self._requests)), who, 1, channel, "/typed")

    async def ask(self, who: int, operation: Any, **place: Any) -> Answer:
        return await self.referee.enter(self.caller(who, **place), operation)

    async def open(
        self,
        entered: EnteredDiceAllowed = EnteredDiceAllowed.AGREED,
        *,
        solo: bool = False,
        sides: tuple[SideOffered, SideOffered] = SIDES,
    ) -> None:
        opened = await self.ask(ALICE, open_game(Setup("asl", sides, solo, entered)))
        game = opened.link.entry.game
        await self.posted(game)
        await self.ask(ALICE, take_seat(sides[0].name))
        await self.ask(ALICE if solo else BOB, take_seat(sides[1].name))

    async def posted(self, game: int) -> None:
        """Everything due stands in the channel."""

        def mark(tx: Any) -> None:
            for due in tx.outbox.due():
                tx.outbox.mark(due, 1, b"")

        await self.store.write(mark)

    async def add(
        self,
        counter: str,
        location: str = "G5",
        number: int = 1,
        who: int = ALICE,
        side: str | None = None,
    ) -> Answer:
        return await self.ask(who, add_units(Recruits(side, counter, (), number, None, location)))

    async def check(self, result: str = "NMC", who: int = BOB, **attack: Any) -> Answer:
        return await self.ask(who, morale_check(Attack(result, attack.pop("location", "G5"), **attack)))

    async def end(self) -> Answer:
        """Alice proposes the end of the game, to which bob agrees; one that she plays alone ends at once."""
        answer = await self.ask(ALICE, end_game())
        entry = answer.link.entry
        asked = entry.kind is Kind.ASKED
        return await self.ask(BOB, agreed(entry.game, entry.seq, "agree")) if asked else answer

    async def dump(self) -> str:
        """What is built from the entries, and how many entries there are."""
        return await self.store.read(
            lambda tx: f"{tx.dump_built()}\n{[tx.head(game)[0] for game in tx.games()]}"
        )


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with desk_of(tmp_path / "desk.db") as made:
        yield made


@pytest.fixture
def make_desk() -> Callable[[Path], AbstractAsyncContextManager[Desk]]:
    """Desks on databases that a test names, one after the other."""
    return desk_of


@asynccontextmanager
async def desk_of(database: Path) -> AsyncIterator[Desk]:
    store = await open_store(database)
    try:
        yield Desk(store)
    finally:
        await store.close()


@pytest.fixture
def people() -> tuple[int, int, int]:
    return ALICE, BOB, CAROL


@pytest.fixture(scope="session")
def desk_at() -> Any:
    """Makes a desk on a store that the test opens itself."""
    return Desk


RULES = "0123456789abcdef"
"""the hash that a desk's entries give for the rules applied"""


@pytest.fixture
def exported() -> Callable[[Desk], Awaitable[bytes]]:
    """The export of a desk's first game."""

    async def made(desk: Desk) -> bytes:
        return b"".join(await desk.store.read(lambda tx: list(export(tx, 1))))

    return made


@pytest.fixture
def check(tmp_path: Path) -> Callable[..., Verified]:
    """Verifies an export under the rules of the desk, or under others."""

    def checked(data: bytes, *seen: str, rules: str = RULES) -> Verified:
        path = tmp_path / "export.jsonl"
        path.write_bytes(data)
        return verify([path], [read_footer(text) for text in seen], rules)

    return checked


@pytest.fixture
def forged() -> Callable[[bytes, Callable[[list[Any]], None]], bytes]:
    """What a host would write who changes entries and then makes every hash and the end fit."""

    def made(data: bytes, change: Callable[[list[Any]], None]) -> bytes:
        objects: list[Any] = [parse(line) for line in data.splitlines()]
        entries = [line["entry"] for line in objects[1:-1]]
        change(entries)
        head, lines = bytes(32), [canonical(objects[0])]
        for entry in entries:
            body = canonical(entry)
            head = hashlib.sha256(head + body).digest()
            lines.append(b'{"entry":' + body + b',"hash":"' + head.hex().encode() + b'","posts":[]}')
        lines.append(canonical({"end": entries[-1]["seq"], "head": head.hex()}))
        return b"".join(line + b"\n" for line in lines)

    return made


class Ran(NamedTuple):
    """How a command of the command line ended, and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def referee(capsys: Any, monkeypatch: Any, tmp_path: Path) -> Callable[..., Ran]:
    """Runs `referee` with these arguments in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_TOKEN", "REFEREE_DATABASE", "REFEREE_SETTINGS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return Ran(code, told.out, told.err)

    return run
