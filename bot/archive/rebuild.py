"""What is built from the entries, made again from them."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from bot.boards import standing
from bot.events.codec import plain
from bot.play import game as games
from bot.store import Store, Transaction, open_store
from rules.refusal import DataError

log = logging.getLogger(__name__)

BUILT = "11"
"""the form of what is built; another one where the same entries give other rows than before"""
KEY = "built"


class Differs(Exception):
    """What stands in the database is not what its entries give; `first` is the first line that differs."""

    def __init__(self, first: str) -> None:
        super().__init__(first)
        self.first = first


async def open_built(path: Path) -> Store:
    """The store of a database; rows that an earlier referee built in another form are built anew.

    Raises NotOurs as `open_store` does.
    """
    store = await open_store(path)
    try:
        if not await store.read(is_current):
            await store.write(rebuild)
            log.info("what stands was built anew from the entries")
    except BaseException:
        await store.close()
        raise
    return store


def is_current(tx: Transaction) -> bool:
    """Whether what is built has the form that this referee gives it."""
    return tx.meta(KEY) == BUILT


def rebuild(tx: Transaction) -> str:
    """Drop games, pieces and draws and build them from the entries; returns their canonical dump."""
    tx.built.clear()
    for number in tx.games():
        for link in tx.entries(number):
            tx.put_draws([link])
        state = standing.built(tx, number)
        if state is not None:
            games.put(tx, state)
    tx.put_meta(KEY, BUILT)
    return tx.dump_built()


def check(tx: Transaction) -> str:
    """As `rebuild`, but raises Differs where the dump is another than before.

    Rows of an earlier form are not compared: they are built anew before anybody reads them.
    """
    if not is_current(tx):
        return rebuild(tx)
    _write_anew(tx)
    before = tx.dump_built()
    after = rebuild(tx)
    if before != after:
        pairs = zip(before.split("\n"), after.split("\n"), strict=False)
        first = next((f"stands {old}, follows {new}" for old, new in pairs if old != new), "")
        raise Differs(first or "one has more rows than the other")
    return after


def _write_anew(tx: Transaction) -> None:
    """Games as this program writes them: a field that an earlier one did not know has its default."""
    for number in tx.games():
        with suppress(DataError):
            state = games.of(tx, number)
            if state is not None:
                tx.put_game_state(number, plain(state))
