"""A referee that a power cut ends at a named step of one entry; started as a process.

Its arguments: the table's address, the database, the step, and the number of the entry.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from bot.channel.client import Client
from bot.channel.edits import Edits
from bot.channel.embeds import hash_as_sent
from bot.channel.strikes import Strikes
from bot.channel.trail import Trail
from bot.ledger.ruleset import rules_hash
from bot.referee import Referee
from bot.sandbox.point import point_discord_at
from bot.store import Transaction, open_store
from bot.store.attention import AttentionRows, PinnedPost

ENTRY = int(sys.argv[4])


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def before_commit() -> None:
    append = Referee._append

    def armed(self: Referee, tx: Any, sitting: Any, draft: Any) -> Any:
        linked = append(self, tx, sitting, draft)
        if linked.link.entry.seq == ENTRY:
            die()
        return linked

    Referee._append = armed  # type: ignore[method-assign]


def before_reply() -> None:
    reply = Trail._reply

    async def armed(self: Trail, interaction: Any, answer: Any) -> None:
        if answer.link.entry.seq == ENTRY:
            die()
        await reply(self, interaction, answer)

    Trail._reply = armed  # type: ignore[method-assign]


def before_mark(part: int) -> None:
    mark = Trail._mark

    def armed(self: Trail, due: Any, message: int, post: Any) -> None:
        if (due.seq, due.part) == (ENTRY, part):
            die()
        mark(self, due, message, post)

    Trail._mark = armed  # type: ignore[method-assign]


def after_mark(part: int) -> None:
    mark = Trail._mark

    def armed(self: Trail, due: Any, message: int, post: Any) -> None:
        mark(self, due, message, post)
        if (due.seq, due.part) == (ENTRY, part):
            # Nobody waits for a mark: here it has reached the disk.
            with closing(sqlite3.connect(sys.argv[2])) as connection, connection:
                Transaction(connection).outbox.mark(due, message, hash_as_sent(post))
            die()

    Trail._mark = armed  # type: ignore[method-assign]


def before_strike() -> None:
    async def armed(self: Strikes, post: Any) -> bool:
        die()

    Strikes._edit = armed  # type: ignore[method-assign]


def before_buttons() -> None:
    async def armed(self: Edits, channel: int, message: int, left: Any) -> None:
        die()

    Edits.leave_buttons = armed  # type: ignore[method-assign]


def before_edit_is_marked() -> None:
    async def armed(self: Edits, edited: Any, content: Any) -> None:
        die()

    Edits._mark = armed  # type: ignore[method-assign]


def before_roster_is_kept() -> None:
    pin_all = AttentionRows.pin_all

    def armed(self: AttentionRows, posts: Iterable[PinnedPost]) -> None:
        sent = tuple(posts)
        if any(post.message for post in sent):
            die()
        pin_all(self, sent)

    AttentionRows.pin_all = armed  # type: ignore[method-assign]


STEPS = {
    "before the commit": before_commit,
    "between commit and reply": before_reply,
    "between acceptance and mark": lambda: before_mark(0),
    "between two parts": lambda: after_mark(0),
    "between acceptance and mark of the last part": lambda: before_mark(1),
    "between commit and strike": before_strike,
    "before the buttons are taken": before_buttons,
    "between edit and its mark": before_edit_is_marked,
    "between a roster and its record": before_roster_is_kept,
    "never": lambda: None,
}


async def serve(url: str, database: Path) -> None:
    point_discord_at(url)
    store = await open_store(database)

    def now() -> datetime:
        return datetime.now(UTC)

    referee = Referee(store, now, secrets.token_bytes, rules_hash())
    client = Client(store, referee, now)
    await client.start("sandbox")


if __name__ == "__main__":
    STEPS[sys.argv[3]]()
    asyncio.run(serve(sys.argv[1], Path(sys.argv[2])))
