"""Dice that nobody can choose: derivation version 1, from a committed seed and the players' cuts."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from bot.words.wording import counted
from rules.answers import Asked, Asks, Question
from rules.dice import Dice
from rules.refusal import Refused

VERSION = b"v1"
SEED_BYTES = 32
_NAME = re.compile(r"[a-z0-9_:#-]+")


def commitment(game: int, epoch: int, seed: bytes) -> str:
    """What is posted before anyone cuts: SHA-256 of version, game, epoch and seed, joined by NUL, in hex."""
    return hashlib.sha256(_joined(VERSION, game, epoch, seed)).hexdigest()


@lru_cache(maxsize=64)
def epoch_key(game: int, epoch: int, seed: bytes, cuts: tuple[int, ...]) -> bytes:
    """The key of an epoch's dice: HMAC-SHA256 under the seed of the cuts (interaction ids) in seat order."""
    return hmac.digest(seed, _joined(b"cut", game, epoch, *cuts), "sha256")


def faces(key: bytes, name: str, n: int, count: int, sides: int) -> tuple[int, ...]:
    """`count` dice of `sides` faces for the draw `n` (0, 1, 2 ...) of `name`.

    Bytes of successive blocks are taken in order; those at or above the largest multiple of `sides` are
    skipped, so every face is exactly as likely. Raises ValueError for no dice, sides outside 2 to 256 or a
    name outside `[a-z0-9_:#-]`.
    """
    if count < 1 or not 2 <= sides <= 256 or not _NAME.fullmatch(name):
        raise ValueError(f"no {count} dice of {sides} faces are named {name!r}")
    below = 256 - 256 % sides
    thrown: list[int] = []
    block = 0
    while True:
        for byte in _block(key, name, n, block):
            if byte < below:
                thrown.append(byte % sides + 1)
                if len(thrown) == count:
                    return tuple(thrown)
        block += 1


def bytes_read(key: bytes, name: str, n: int, count: int, sides: int) -> bytes:
    """The bytes that a draw reads, those that it skips among them."""
    below = 256 - 256 % sides
    read = b""
    block = 0
    while True:
        digest = _block(key, name, n, block)
        for place, byte in enumerate(digest, 1):
            if byte < below:
                count -= 1
                if not count:
                    return read + digest[:place]
        read += digest
        block += 1


class Draw(Struct, frozen=True):
    """Dice as an entry keeps them: the name, how often it was drawn before in the epoch, what fell.

    `n` is -1 for dice entered by players who rolled elsewhere.
    """

    name: str
    n: int
    sides: int
    faces: tuple[int, ...]


ENTERED = -1


class Drawing(Dice, Protocol):
    """Dice that list what they gave."""

    drawn: list[Draw]


class VerifiableDice:
    """The dice of one epoch, for one ruling; `drawn` lists what it gave.

    `earlier` tells how often a name was drawn before in this epoch, standing or void.
    """

    def __init__(self, key: bytes, earlier: Callable[[str], int]) -> None:
        self._key = key
        self._earlier = earlier
        self.drawn: list[Draw] = []

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        n = self._earlier(name) + [draw.name for draw in self.drawn].count(name)
        thrown = faces(self._key, name, n, count, sides)
        self.drawn.append(Draw(name, n, sides, thrown))
        return thrown


class EnteredDice:
    """Dice rolled elsewhere and typed in the order asked; `drawn` lists what was used.

    Raises Asks for the dice that are missing, Refused `bad_dice` for a face that the die does not have.
    """

    def __init__(self, typed: Sequence[int]) -> None:
        self._typed = list(typed)
        self.drawn: list[Draw] = []

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        if len(self._typed) < count:
            if self._typed:
                needed = counted(count, "die", "dice")
                raise Refused(
                    "bad_dice",
                    f"{name} takes {needed}, such as {', '.join('3' * count)}; of those entered only "
                    f"{_faces(self._typed)} is left.",
                )
            raise Asks(Question("dice", name, (), ("dice",), Asked.CALLER, ""))
        thrown = tuple(self._typed[:count])
        if not all(1 <= face <= sides for face in thrown):
            raise Refused("bad_dice", f"{name} takes faces from 1 to {sides}, not {_faces(thrown)}.")
        del self._typed[:count]
        self.drawn.append(Draw(name, ENTERED, sides, thrown))
        return thrown

    def require_all_used(self) -> None:
        """Raise Refused `left_over_die` where more faces were typed than the ruling takes."""
        if self._typed:
            raise Refused(
                "left_over_die", f"The ruling takes no more dice, yet {_faces(self._typed)} is left over."
            )


def _faces(thrown: Sequence[int]) -> str:
    return ", ".join(map(str, thrown))


class CarriedDice:
    """Dice of an earlier entry by name, then those of another source; carried dice are not drawn again."""

    def __init__(self, carried: Sequence[Draw], then: Dice) -> None:
        self._carried: dict[str, Draw] = {draw.name: draw for draw in carried}
        self._then = then

    @property
    def left(self) -> frozenset[str]:
        """The names that were not asked for."""
        return frozenset(self._carried)

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        draw = self._carried.pop(name, None)
        if draw is None:
            return self._then.roll(name, count, sides)
        if (len(draw.faces), draw.sides) != (count, sides):
            raise Refused("bad_dice", f"{name} was thrown as {draw.faces} and is asked for otherwise.")
        return draw.faces


def _block(key: bytes, name: str, n: int, block: int) -> bytes:
    """HMAC-SHA256; the key's two pads are hashed once a key, which is most of the work of so short a text."""
    inner, outer = _padded(key)
    within, around = inner.copy(), outer.copy()
    within.update(b"v1\0%b\0%d\0%d" % (name.encode(), n, block))
    around.update(within.digest())
    return around.digest()


@lru_cache(maxsize=64)
def _padded(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """SHA-256 over the inner and the outer pad of a key (RFC 2104) of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in padded)) for pad in (0x36, 0x5C))
    return inner, outer


def _joined(*parts: bytes | str | int) -> bytes:
    return b"\0".join([part if isinstance(part, bytes) else str(part).encode() for part in parts])
