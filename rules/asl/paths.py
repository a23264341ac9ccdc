"""Walks every way the dice of one step can fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from rules.dice import Dice

Result = TypeVar("Result")

SUMS = {
    total: tuple((high, total - high) for high in range(1, 7) if 1 <= total - high <= 6)
    for total in range(2, 13)
}
"""The faces of each Original DR. No ruling tells the two dice apart, so one pair stands for its sum."""


class _Script:
    """Dice that follow a list of choices and take the first choice of every die after it."""

    def __init__(self, choices: list[int]) -> None:
        self.choices = choices
        self.widths: list[int] = []
        self.weight = Fraction(1)

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        place = len(self.widths)
        if place == len(self.choices):
            self.choices.append(0)
        choice = self.choices[place]
        if (count, sides) == (2, 6):
            pairs = SUMS[choice + 2]
            self.widths.append(len(SUMS))
            self.weight *= Fraction(len(pairs), 36)
            return pairs[0]
        # One die, or several that are not summed: each face by itself.
        self.widths.append(sides**count)
        self.weight /= sides**count
        return tuple(choice // sides**position % sides + 1 for position in range(count))


def every_path(run: Callable[[Dice], Result]) -> Iterator[tuple[Fraction, Result]]:
    """The result of `run` for every fall of the dice that it asks for, with its chance.

    The chances add up to 1. `run` must ask for the same dice whenever the same faces fell before.
    """
    choices: list[int] = []
    while True:
        script = _Script(choices)
        result = run(script)
        yield script.weight, result
        while choices and choices[-1] + 1 == script.widths[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
