"""Plays: transcripts that are shipped or somebody's own, their clock and their seeds."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime
from importlib.resources import files
from itertools import count
from pathlib import Path

from bot.ledger.dice import SEED_BYTES
from bot.play.sitting import Entropy
from bot.sandbox.clock import StillClock, WallClock
from bot.sandbox.wrong import WrongUse

PLAY_BEGINS = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED_LINE = "# seed "


class PlayClock(StillClock):
    """Stands still between the lines of a play; once let go it is the machine's."""

    def __init__(self, start: datetime) -> None:
        super().__init__(start)
        self._wall: WallClock | None = None

    def now(self) -> datetime:
        still = super().now()
        return still if self._wall is None else max(still, self._wall.now())

    def let_go(self) -> None:
        self._wall = WallClock()


def plays() -> dict[str, str]:
    """The plays that are shipped, by name."""
    folder = files("bot.sandbox").joinpath("plays")
    return {
        file.name.removesuffix(".txt"): file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
    }


def read_play(play: str) -> list[str]:
    """The lines of a play, by its name or its file. Raises WrongUse."""
    shipped = plays()
    if play in shipped:
        return shipped[play].splitlines()
    try:
        return Path(play).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        names = ", ".join(shipped)
        raise WrongUse(f"{play} is no play ({names}) and no file that can be read: {error}.") from error


def entropy_of(lines: list[str]) -> Entropy:
    """Randomness for a play: the seeds that it names, in the order of its games, then the machine's own.

    Pseudonyms are counted, so that a play's hashes are the same each time; only seeds are 32 bytes.
    """
    named = iter([_seed(number, line) for number, line in enumerate(lines, 1) if line.startswith(SEED_LINE)])
    counted = count(1)

    def entropy(length: int) -> bytes:
        if length == SEED_BYTES:
            return next(named, None) or secrets.token_bytes(length)
        return next(counted).to_bytes(length)

    return entropy


def _seed(number: int, line: str) -> bytes:
    written = line.removeprefix(SEED_LINE).strip()
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", written):
        raise WrongUse(f"line {number}: a seed is {2 * SEED_BYTES} digits 0-9 a-f, not {written[:80]!r}.")
    return bytes.fromhex(written)
