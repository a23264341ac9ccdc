"""Whole games as transcripts: what is typed, below each line how its post begins, and its detail."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.archive.export import Form
from bot.commands.ledger import export
from bot.commands.table import PLAY_BEGINS, PlayClock, entropy_of, played
from bot.verify import verify

TRANSCRIPTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "games").glob("*.txt"))
}
BEGINNING, DETAIL = "= ", "| "
ALWAYS = "_Dice rolled elsewhere and entered._"
"""Stands under every ruling of these games, and is not typed each time."""
ENTRY = re.compile(r"(?:`[^`]+` )?#")
"""How the post of an entry begins: its number, of a free roll behind its line in VASL's form."""
CALL = "Referee"
"""Above a post that answers nobody: a call to who is awaited, which comes when the referee looks."""
RESTART = "# The referee is stopped and started again."
PASSING = re.compile(r"# (\d+) hours? pass(?:es)?\.")
HOUR = 60 * 60


class Told(NamedTuple):
    """What came of a line: the line of its post, or the refusal, and the lines of the detail as one."""

    beginning: str
    detail: str


def typed(transcript: str) -> list[str]:
    return [line for line in transcript.splitlines() if line.startswith("@")]


def outcomes(shown: Iterable[str]) -> Iterator[Told]:
    """However wide the terminal is that they were shown on."""
    first: list[str] = []
    detail: list[str] = []
    begun = beginning = False
    for line in "\n".join(shown).splitlines():
        if line.startswith("> "):
            if begun:
                yield Told(" ".join(first), one_line(detail))
            first, detail, begun, beginning = [], [], True, False
        elif line.startswith("Referee"):
            beginning = line != CALL
        elif re.match(r"  (?:[|\[]|`(?!\*))", line):
            beginning = False
            detail += [line[4:]] if line.startswith("  | ") else []
        elif begun and beginning:
            first.append(line.strip())
    if begun:
        yield Told(" ".join(first), one_line(detail))


def one_line(lines: Iterable[str]) -> str:
    """A terminal may break a word behind its hyphen."""
    return " ".join(line.strip() for line in lines if line != ALWAYS).replace("- ", "-")


def sessions(transcript: str) -> Iterator[list[str]]:
    """The lines between two starts of the referee."""
    for part in transcript.split(RESTART):
        yield part.splitlines()


async def acted(table: Any, lines: list[str]) -> AsyncIterator[str]:
    """What is shown for the lines of one session; between them hours pass."""
    for line in lines:
        if passing := PASSING.fullmatch(line):
            table.sandbox.faults.advance(int(passing[1]) * HOUR)
        elif line.startswith("@"):
            async for text in played(table, [line]):
                yield text


def as_told(transcript: str, told: Iterable[Told]) -> list[str]:
    """The transcript as it would be typed of what came; of a detail as much as is typed, if it came so."""
    found = iter(told)
    lines = transcript.splitlines()
    written: list[str] = []
    for place, line in enumerate(lines):
        if not line.startswith("@"):
            continue
        came = next(found)
        written += [line, *([f"{BEGINNING}{came.beginning}"] if came.beginning else [])]
        expected = []
        for below in lines[place + 1 :]:
            if below[:2] not in (BEGINNING, DETAIL):
                break
            expected += [below] if below.startswith(DETAIL) else []
        if one_line(below[2:] for below in expected) in came.detail:
            written += expected
        else:
            written += [DETAIL + came.detail]
    return written


@pytest.mark.parametrize("game", TRANSCRIPTS)
async def test_a_game_goes_as_its_transcript_tells(make_table: Any, tmp_path: Path, game: str) -> None:
    transcript = TRANSCRIPTS[game]
    clock, entropy = PlayClock(PLAY_BEGINS), entropy_of(typed(transcript))
    posts = tmp_path / "table.db.posts"
    told: list[Told] = []
    for session in sessions(transcript):
        async with make_table(clock=clock, entropy=entropy, posts=posts) as table:
            told += outcomes([text async for text in acted(table, session)])
    file = tmp_path / "game.jsonl"
    assert export(tmp_path / "table.db", 1, Form.LEDGER, file) == 0
    verified = verify([file])
    assert verified.entries == sum(ENTRY.match(came.beginning) is not None for came in told)
    assert as_told(transcript, told) == [
        line for line in transcript.splitlines() if line[:1] in ("@", "=", "|")
    ]
