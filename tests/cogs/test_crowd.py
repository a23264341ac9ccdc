"""Twenty people at five games, all at once, over a Discord that loses answers and delivers twice."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import verify as verifying
from bot.archive.export import export

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
CHANNELS = ("table", "c1", "c2", "c3", "c4")
NEW = "/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
ROUND = (
    "/mc result:PTC location:{place}",
    "/dr purpose:wind",
    "/roll dice:3d6+1",
    "/roster add counter:{counter} location:{place}",
    "/mc result:NMC location:{place} units:A side:{side} known_enemy_in_los:False adjacent_enemy:False",
    "/roster show",
    "/game show",
    "/mc result:PTC location:Z9",
)
ENTRIES_A_ROUND = 5
"""the others look, or are refused"""
SEATS = {0: ("German", "4-6-7", "G5"), 1: ("Russian", "4-4-7 squad", "K5")}


@pytest.mark.parametrize("faults", [False, True], ids=["all goes well", "answers are lost"])
async def test_entries_are_dense_posted_once_and_verify(
    table: Any, keys: Any, standing: Any, tmp_path: Path, faults: bool
) -> None:
    sent = 0

    async def act(person: str, channel: str, line: str) -> Any:
        nonlocal sent
        sent += 1
        return await keys(table, "slash", person, channel=channel, line=line, twice=sent % 3 == 0)

    async def person(number: int) -> None:
        """Four a channel: two hold the sides, two look on and are refused."""
        who, channel = f"p{number}", CHANNELS[number % 5]
        side, counter, place = SEATS[number // 5 % 2]
        lines = [line.format(side=side, counter=counter, place=place) for line in ROUND]
        await asyncio.gather(*(act(who, channel, line) for line in lines))

    for channel in CHANNELS[1:]:
        await keys(table, "channels", "owner", name=channel)
    for number, channel in enumerate(CHANNELS):
        await act(f"p{number}", channel, NEW)
        for seat, (side, counter, place) in SEATS.items():
            who = f"p{number + 5 * seat}"
            await act(who, channel, f"/game join side:{side}")
            await act(who, channel, f"/roster add counter:{counter} location:{place}")
    if faults:
        # Both end the answer at once; a 500 would only be tried again.
        table.sandbox.faults.lose(REPLY, status=404, times=20)
        table.sandbox.faults.refuse(REPLY, status=404, times=20)
    await asyncio.gather(*(person(number) for number in range(20)))
    for number, channel in enumerate(CHANNELS):
        await act(f"p{number}", channel, "/game end")
    await table.client.trail.drain()
    for number, channel in enumerate(CHANNELS):
        await keys(table, "click", f"p{number + 5}", channel=channel, label="Agree")
    await table.client.trail.drain()

    count = 5 + 2 * ENTRIES_A_ROUND + 2
    with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
        rows = connection.execute("SELECT game, seq, request, lower(hex(hash)) FROM entry").fetchall()
        undelivered = connection.execute("SELECT count(*) FROM outbox WHERE message IS NULL").fetchone()
    assert Counter(game for game, *_ in rows) == dict.fromkeys(range(1, 6), count)
    assert len({request for _, _, request, _ in rows}) == len(rows)
    assert undelivered == (0,)
    for game, channel in enumerate(CHANNELS, 1):
        hashes = {seq: digits for number, seq, _, digits in rows if number == game}
        shown = [post["embeds"][0]["footer"]["text"] for post in standing(table, channel)]
        assert Counter(shown) == Counter(f"#{seq} · {hashes[seq][:16]}" for seq in range(1, count + 1))
        assert all(re.search(r"^#\d+ ", post["content"], re.MULTILINE) for post in standing(table, channel))
        await verified(table, game, tmp_path / f"{game}.jsonl", count)


async def verified(table: Any, game: int, path: Path, count: int) -> None:
    lines = await table.client.trail._store.read(lambda tx: list(export(tx, game)))
    await asyncio.to_thread(path.write_bytes, b"".join(lines))
    found = verifying.verify([path])
    assert (found.entries, found.unrevealed) == (count, ())
    # A pinned unit takes no PTC: of each side the two free rolls and one check draw for certain.
    assert found.dice >= 6
