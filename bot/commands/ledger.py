"""The subcommands that take a ledger out of a database and into one: export, import."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot.archive import export as exports
from bot.archive.export import Form
from bot.archive.rebuild import open_built
from bot.commands import importing
from bot.ledger.exported import Exported, NotExported
from bot.ledger.ruleset import rules_hash
from bot.referee import Referee
from bot.store import Store, Transaction, reading
from bot.verify import NotTrue
from bot.verify.run import follow
from bot.words.wording import counted

DONE, FAILED = 0, 1


def export(database: Path, game: int, form: Form, output: Path | None) -> int:
    """Writes the export beside its place and then puts it there, so that a cut file never has its name."""
    with reading(database) as connection:
        lines = exports.lines(form, Transaction(connection), game)
        if output is None:
            sys.stdout.buffer.writelines(lines)
            return DONE
        partial = output.with_name(output.name + ".partial")
        try:
            with partial.open("wb") as file:
                file.writelines(lines)
            partial.replace(output)
        finally:
            partial.unlink(missing_ok=True)
    return DONE


def bring_in(database: Path, files: Sequence[Path]) -> int:
    """Says what was brought in; nothing is where chain or dice of a file do not hold."""
    exported = importing.by_game(files)
    try:
        for one in exported:
            follow(one)
        return asyncio.run(_brought_in(database, exported))
    except (NotTrue, NotExported) as wrong:
        print(f"NOT IMPORTED. {wrong}", file=sys.stderr)
        return FAILED


async def _brought_in(database: Path, exported: Sequence[Exported]) -> int:
    store = await open_built(database)
    try:
        await store.write(importing.bring_in(exported))
        for line in await store.read(_told):
            print(line)
        await _close_epochs(store)
    finally:
        await store.close()
    return DONE


def _told(tx: Transaction) -> list[str]:
    heads = [(game, *tx.head(game)) for game in tx.games()]
    return [
        f"Game {game}: {counted(seq, 'entry', 'entries')}, chain unbroken to {head.hex()[:16]}."
        for game, seq, head, _ in heads
    ]


async def _close_epochs(store: Store) -> None:
    referee = Referee(store, _now, secrets.token_bytes, rules_hash())
    for answer in await importing.close_epochs(store, referee, _now):
        entry = answer.link.entry
        print(
            f"Game {entry.game}: the seed of epoch {entry.epoch - 1} is not in the file; "
            f"#{entry.seq} closes it and opens epoch {entry.epoch}."
        )


def _now() -> datetime:
    return datetime.now(UTC)
