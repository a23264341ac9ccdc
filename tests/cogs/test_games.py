"""Whole games as transcripts: what is typed, and below each line how its post begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.commands.ledger import export
from bot.commands.table import PLAY_BEGINS, PlayClock, entropy_of, played
from bot.export import Form
from bot.verify import verify

TRANSCRIPTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "games").glob("*.txt"))
}
EXPECTED = "= "


def typed(transcript: str) -> list[str]:
    return [line for line in transcript.splitlines() if line.startswith("@")]


def beginnings(shown: Iterable[str]) -> Iterator[str]:
    """The line of each post, or of the refusal, as one line however wide the terminal is."""
    told: list[str] | None = None
    beginning = False
    for line in "\n".join(shown).splitlines():
        if line.startswith("> "):
            if told is not None:
                yield " ".join(told)
            told = []
        elif line.startswith("Referee"):
            beginning = True
        elif re.match(r"  [|\[`]", line):
            beginning = False
        elif told is not None and beginning:
            told.append(line.strip())
    if told is not None:
        yield " ".join(told)


@pytest.mark.parametrize("game", TRANSCRIPTS)
async def test_a_game_goes_as_its_transcript_tells(make_table: Any, tmp_path: Path, game: str) -> None:
    lines = typed(TRANSCRIPTS[game])
    async with make_table(clock=PlayClock(PLAY_BEGINS), entropy=entropy_of(lines)) as table:
        shown = list(beginnings([text async for text in played(table, lines)]))
    file = tmp_path / "game.jsonl"
    assert export(tmp_path / "table.db", 1, Form.LEDGER, file) == 0
    verified = verify([file])
    assert verified.entries == sum(begun.startswith("#") for begun in shown)
    told = [
        part
        for line, begun in zip(lines, shown, strict=True)
        for part in (line, *([f"{EXPECTED}{begun}"] if begun else []))
    ]
    assert told == [line for line in TRANSCRIPTS[game].splitlines() if line[:1] in ("@", "=")]
