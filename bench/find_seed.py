"""Finds the seed under which a game's dice fall as a play wants them: for transcripts, never for a game.

    python -P bench/find_seed.py 1 12 34 mc:1=2,3 mc:2=5,6 roll:1=1,1 roll:1@1=3,4

takes the number of the game, the cut of each seat, then each die name with its faces, `@n` for the draw n.
"""

from __future__ import annotations

import sys
from itertools import count

from bot.ledger.dice import SEED_BYTES, epoch_key, faces


def find(game: int, cuts: list[int], wanted: list[tuple[str, int, tuple[int, ...]]]) -> bytes:
    for number in count():
        seed = number.to_bytes(SEED_BYTES)
        key = epoch_key(game, 1, seed, cuts)
        if all(faces(key, name, n, len(fell), 6) == fell for name, n, fell in wanted):
            return seed
    raise AssertionError


def main() -> None:
    game, *rest = sys.argv[1:]
    cuts = [int(word) for word in rest if "=" not in word]
    dice = [word.split("=") for word in rest if "=" in word]
    wanted = [(*_draw(name), tuple(map(int, fell.split(",")))) for name, fell in dice]
    print(find(int(game), cuts, wanted).hex())


def _draw(name: str) -> tuple[str, int]:
    plain, _, n = name.partition("@")
    return plain, int(n or 0)


if __name__ == "__main__":
    main()
