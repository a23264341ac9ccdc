"""A tally in lines that a phone shows: losses, then each kind of throw with its sample size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.play.game import Game
from bot.play.tally import Count, Fallen
from bot.words import names, wording

FEWEST = 30
"""throws under which nothing is said about luck"""
ODD = 2.0
"""standard errors beyond which a mean is remarkable: 1 in 20 such samples"""


def lines(counts: Mapping[int, Count], game: Game) -> Iterator[str]:
    """Every side in the order of the seats, then the game masters' dice."""
    sides = {seat.number: seat.side.name for seat in game.seats}
    for seat in (*sides, 0):
        count = counts.get(seat)
        if count is None and seat:
            yield f"{sides[seat]}: nothing lost, no dice"
        elif count is not None:
            yield f"{sides.get(seat, 'GoW')}"
            yield from _losses(count)
            yield from _throws(count)


def _losses(count: Count) -> Iterator[str]:
    if not count.losses:
        yield " lost: nothing"
    for kind, times in sorted(count.losses.items()):
        yield f" {times:3} {kind}"


def _throws(count: Count) -> Iterator[str]:
    for (dice, sides), fallen in sorted(count.throws.items(), reverse=True):
        yield f" {_kind(dice, sides)}: {_size(fallen)} of {fallen.expected:g} expected"
        yield f"  {_verdict(fallen)}"
        for total, chance in _chances(dice, sides):
            if sides <= 12 and (fallen.size >= FEWEST or fallen.counts[total]):
                yield f"  {total:3} {fallen.counts[total]:4} of {chance * fallen.size:.1f} expected"
    for (purpose, dice, sides), fallen in sorted(count.purposes.items()):
        kind = _kind(dice, sides)
        said = wording.DICE.get(purpose, purpose).removesuffix(f" {kind}")
        yield f"  {said} {kind}: {_size(fallen)}"


def _size(fallen: Fallen) -> str:
    return f"{fallen.size}, mean {fallen.mean:.2f}"


def _verdict(fallen: Fallen) -> str:
    if fallen.size < FEWEST:
        return f"under {FEWEST}: too few to judge"
    if abs(fallen.deviation) < ODD:
        return "as chance has it"
    return f"{'high' if fallen.deviation > 0 else 'low'}: 1 in 20 is so far off"


def _kind(dice: int, sides: int) -> str:
    if sides != 6:
        return f"d{sides}"
    return "DR" if dice == 2 else "dr"


def _chances(dice: int, sides: int) -> Iterator[tuple[int, float]]:
    if dice == 1:
        yield from ((face, 1 / sides) for face in range(1, sides + 1))
    else:
        yield from ((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))


def title(game: Game, turn: int | None) -> str:
    """Of what the tally is."""
    sides = " against ".join(names.spoken(seat.side.name) for seat in game.seats)
    return f"{sides}, {'the whole game' if turn is None else f'Game Turn {turn}'}"
