"""What was verified, for people."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.verify.rulings import Differing
from bot.words.wording import counted


class Verified(Struct, frozen=True):
    """What was found to hold: counts, and what nobody can check or is ruled otherwise today.

    `unrevealed` are epochs, each with its number of draws; `rules` is the hash of the rules at hand.
    """

    game: int
    entries: int
    head: str
    dice: int
    entered: int
    unrevealed: tuple[tuple[int, int], ...]
    rulings: int = 0
    differing: tuple[Differing, ...] = ()
    seen: int = 0
    rules: str = ""


def lines(found: Verified) -> Iterable[str]:
    """What holds, then what does not count as verified."""
    entries = counted(found.entries, "entry", "entries")
    yield f"Game {found.game}: {entries}, chain unbroken to {found.head[:16]}."
    if found.seen:
        where = "seen in the channel"
        stand = counted(found.seen, f"footer {where} stands", f"footers {where} stand")
        yield f"{stand} in this chain."
    follow = counted(found.dice, "draw follows", "draws follow")
    yield f"{follow} from the seeds revealed and the cuts."
    same = found.rulings - sum(differing.ruling for differing in found.differing)
    give = counted(same, "ruling gives", "rulings give")
    yield f"{give} what is recorded when applied again."
    told = found.entries - len(found.differing)
    made = counted(told, "entry is what its command makes", "entries are what their commands make")
    yield f"{made} of what went before."
    for differing in found.differing:
        yield (
            f"#{differing.seq} is ruled differently today (rules {differing.rules} then, "
            f"{found.rules} here): it {differing.how}."
        )
    if found.entered:
        were = counted(found.entered, "draw was", "draws were")
        them = "it" if found.entered == 1 else "them"
        yield f"{were} rolled elsewhere and entered: nothing proves {them}."
    for epoch, draws in found.unrevealed:
        are = counted(draws, "draw is", "draws are")
        yield f"Epoch {epoch} is not revealed: its {are} NOT verified."
