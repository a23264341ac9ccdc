"""Laws of the ledger, over any play."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.archive import rebuild
from bot.events.table import EnteredDiceAllowed
from bot.ledger.entry import GENESIS, chained
from bot.operations.answering import answer
from bot.store import open_store
from rules.refusal import Refused

MOVES = st.lists(st.sampled_from(["add", "PTC", "NMC", "4MC", "yes", "no"]), min_size=1, max_size=8)


@given(st.binary(max_size=200), st.integers(0), st.integers(1, 255))
def test_a_changed_byte_changes_the_hash(body: bytes, place: int, flip: int) -> None:
    changed = bytearray(body or b"x")
    changed[place % len(changed)] ^= flip
    assert chained(GENESIS, bytes(changed)) != chained(GENESIS, body)


@given(st.lists(st.binary(max_size=20), min_size=2, max_size=6, unique=True))
def test_entries_in_another_order_have_another_head(bodies: list[bytes]) -> None:
    def head(order: list[bytes]) -> bytes:
        prev = GENESIS
        for body in order:
            prev = chained(prev, body)
        return prev

    assert head(bodies) != head(bodies[::-1])


@settings(max_examples=25, deadline=None)
@given(MOVES)
def test_what_stands_after_any_play_is_what_its_entries_give(desk_at: Any, moves: list[str]) -> None:
    asyncio.run(play(desk_at, moves))


async def play(desk_at: Any, moves: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "play.db")
        try:
            desk = desk_at(store)
            await desk.open(EnteredDiceAllowed.ALWAYS, solo=True)
            for move in moves:
                await make(desk, move)
            assert await store.write(rebuild.check)
        finally:
            await store.close()


async def make(desk: Any, move: str) -> None:
    """One move of a lone player of both sides; what the moment does not allow is refused."""
    alice = 11
    with suppress(Refused):
        match move:
            case "add":
                await desk.add("4-6-7", side="German")
            case "yes" | "no":
                seq, _, _ = await desk.store.read(lambda tx: tx.head(1))
                await desk.ask(alice, answer(1, seq, move == "yes"))
            case "NMC":
                await desk.check("NMC", alice, typed=(1, 1, 5, 5))
            case _:
                await desk.check(move, alice)
