"""The subcommands that need no Discord: cases, resolve, odds, verify, transcript, rebuild."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from bot import verify as verifying
from bot.archive import rebuild as rebuilding
from bot.commands.cases import judge, read_cases
from bot.commands.resolve import answer_line, chances
from bot.commands.resolve import resolve as resolved
from bot.commands.trail_page import trail_page
from bot.ledger.exported import NotExported
from bot.render.odds import table
from bot.store import NotOurs, Transaction, open_store
from rules.json import Object

DONE, FAILED = 0, 1


def cases(files: Sequence[Path]) -> int:
    """Prints each case that fails, then `N passed, N failed`."""
    passed = failed = 0
    for file in files:
        for case in read_cases(file):
            verdict = judge(case)
            if verdict.wrong:
                failed += 1
                print(f"{file.name} {verdict.id}: {verdict.wrong}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else DONE


def resolve(asked: TextIO, answers: TextIO) -> int:
    """One answer a line for each request."""
    for line in _lines(asked):
        _print_json(answer_line(line, resolved), answers)
    return DONE


def odds(asked: TextIO, answers: TextIO, *, as_table: bool) -> int:
    """One answer a line for each request, or a small table for each that has one."""
    for line in _lines(asked):
        answer = answer_line(line, chances)
        if as_table and "units" in answer:
            for row in table(answer):
                _print(row, answers)
        else:
            _print_json(answer, answers)
    return DONE


def verify(files: Sequence[Path], seen: Sequence[str]) -> int:
    """Says what holds, or the first thing that does not; `seen` are footers copied from posts."""
    footers = [verifying.read_footer(text) for text in seen]
    try:
        found = verifying.verify(files, footers)
    except verifying.NotTrue as wrong:
        print(f"NOT VERIFIED. {wrong}", file=sys.stderr)
        return FAILED
    for line in verifying.lines(found):
        print(line)
    return DONE


def transcript(files: Sequence[Path], output: Path | None) -> int:
    """Writes an export as one page; the page and standard error tell what of it does not hold."""
    try:
        page, failure = trail_page(files)
    except NotExported as wrong:
        print(f"NOT VERIFIED. {wrong}", file=sys.stderr)
        return FAILED
    if output is None:
        sys.stdout.buffer.write(page.encode())
    else:
        output.write_text(page, encoding="utf-8")
    if failure:
        print(f"NOT VERIFIED. {failure}", file=sys.stderr)
    return FAILED if failure else DONE


def rebuild(database: Path, *, write: bool) -> int:
    """With `write` puts what the entries give in place; without, only says whether it differs."""
    if not database.exists():
        raise NotOurs(f"{database} does not exist.")
    return asyncio.run(_rebuild(database, write=write))


async def _rebuild(database: Path, *, write: bool) -> int:
    store = await open_store(database)
    try:
        if write:
            await store.write(rebuilding.rebuild)
            print("Built again from the entries.")
            return DONE
        await store.write(_checked)
    except rebuilding.Differs as differs:
        print(f"The database differs from its entries: {differs.first}", file=sys.stderr)
        return FAILED
    except _Unchanged:
        print("What stands is what the entries give.")
    finally:
        await store.close()
    return DONE


def _lines(asked: TextIO) -> Iterator[str]:
    """Every line that is not empty; a byte that is no UTF-8 comes as half a surrogate pair."""
    if isinstance(asked, TextIOWrapper):
        asked.reconfigure(encoding="utf-8", errors="surrogateescape")
    for line in asked:
        if line.strip():
            yield line


def _print_json(answer: Object, answers: TextIO) -> None:
    _print(json.dumps(answer, ensure_ascii=False), answers)


def _print(line: str, answers: TextIO) -> None:
    print(line, file=answers, flush=True)


class _Unchanged(Exception):
    """Rolls a check back."""


def _checked(tx: Transaction) -> None:
    rebuilding.check(tx)
    raise _Unchanged
