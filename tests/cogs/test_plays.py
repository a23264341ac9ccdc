"""The worked examples of Arnhem R6, played over sockets and compared with what the rules page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.commands.table import PLAY_BEGINS, PlayClock, entropy_of, played, plays

FIRST = """\
> @bob /mc result:1MC location:G5
Referee, to bob /mc
  #7 1MC at G5: 9-1 Lt. Schmidt passes; 4-4-7 A breaks, is Replaced by 4-3-6;
  4-3-6 B passes, hardens into 4-4-7
  | 9-1 Lt. Schmidt
  | 1MC: 2,3 = 5 +1 1MC = 6, needs 9: passes (A10.1)
  | 4-4-7 A
  | 1MC: 5,6 = 11 +1 1MC -1 leader 9-1 = 11, needs 7: fails by 4, ELR 2
  | (A10.1)
  | broken, DM (A10.4)
  | 4-4-7 Replaced by German 4-3-6 (A19.13 R6.2 R6.21)
  | 4-3-6 B
  | 1MC: 1,1 = 2 +1 1MC -1 leader 9-1 = 2, needs 6: passes (A10.1)
  | Heat of Battle: 3,4 = 7 +1 Inexperienced = 8: Battle Hardening (A15.1)
  | 4-3-6 hardens into SS 4-4-7 (A15.3 R6.21)
  | 9-1 Lt. Schmidt
  | 4-3-6 A ▼ broken DM
  | 4-4-7 B
  | #7 · <hash>
  [Rally 4-3-6 A]  [Refuse hardening of 4-4-7 B]  [Same attack, next location]
> @alice /roster show
Referee, to alice /roster show (only alice sees this)
  German/SS: 3
   G5
    9-1 Lt. Schmidt ML 9
    4-3-6 A ▼ broken DM ML 5
      < 9-1 Lt. Schmidt
    4-4-7 B ML 7
      < 9-1 Lt. Schmidt
  British: 0
"""
SECOND = """\
> @alice /mc result:3MC location:H6
Referee, to alice /mc
  #6 3MC at H6: 6-4-8 C breaks, is Replaced by 4-4-7; 4-4-7 D passes, hardens
  into 4-5-8
  | 6-4-8 C
  | 3MC: 5,6 = 11 +3 3MC = 14, needs 8: fails by 6, ELR 4 (A10.1)
  | broken, DM (A10.4)
  | 6-4-8 Replaced by 4-4-7 (A19.13 R6.3)
  | 4-4-7 D
  | 3MC: 1,1 = 2 +3 3MC = 5, needs 7: passes (A10.1)
  | Heat of Battle: 4,4 = 8 -1 British = 7: Battle Hardening (A15.1)
  | 4-4-7 hardens into 4-5-8 (A15.3 R6.3)
  | 4-4-7 C ▼ broken DM
  | 4-5-8 D
  | #6 · <hash>
  [Rally 4-4-7 C]  [Refuse hardening of 4-5-8 D]  [Same attack, next location]
> @bob /roster show
Referee, to bob /roster show (only bob sees this)
  British: 2
   H6
    4-4-7 C ▼ broken DM ML 7
    4-5-8 D ML 8
  German/SS: 0
"""


@pytest.fixture
def play(make_table: Any, tmp_path: Path) -> Any:
    """Plays the shipped transcript at a table of its own and gives all that is printed."""

    async def shown(database: str) -> str:
        lines = plays()["arnhem"].splitlines()
        options = {"clock": PlayClock(PLAY_BEGINS), "entropy": entropy_of(lines)}
        async with make_table(database=tmp_path / database, **options) as table:
            return "\n".join([text async for text in played(table, lines)])

    return shown


@pytest.mark.parametrize("example", [FIRST, SECOND], ids=["R6.2", "R6.3"])
async def test_each_example_goes_as_the_rules_page_tells_it(play: Any, example: str) -> None:
    # A hash covers the hash of the rules, which any change of the rules changes.
    assert example in re.sub(r"\b[0-9a-f]{16}\b", "<hash>", await play("one.db"))


async def test_a_play_is_the_same_each_time_to_the_byte(play: Any) -> None:
    first, second = await play("one.db"), await play("two.db")
    assert first == second
    assert len(re.findall(r"^  \| #\d+ · [0-9a-f]{16}$", first, re.MULTILINE)) == 17
