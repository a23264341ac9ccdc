"""How the dice of an entry follow from seed and cuts, step by step, for whoever does it by hand."""

from __future__ import annotations

from collections.abc import Iterator

from bot.ledger.dice import ENTERED, Draw, bytes_read, commitment, epoch_key, faces
from bot.operations.proof import Proof
from bot.render.ledger import drawn
from bot.render.pages import joined

BLOCK = 32
"""bytes that one HMAC-SHA256 gives"""


def pages(found: Proof) -> tuple[str, ...]:
    """All draws of the entry, with what they follow from."""
    return joined(_lines(found))


def _lines(found: Proof) -> Iterator[str]:
    entry = found.link.entry
    yield f"**The dice of #{entry.seq}**"
    if found.earlier:
        yield f"Others that it takes fell for #{found.earlier}: take this menu on that post too."
    if all(draw.n == ENTERED for draw in entry.dice):
        yield from map(drawn, entry.dice)
        yield "They were rolled elsewhere and entered: nothing proves them but the players' word."
        return
    cuts = ", ".join(f"`{cut}`" for cut in found.cuts)
    yield f"Game {entry.game}, epoch {entry.epoch}"
    yield f"Commitment, posted as #{found.opened}: `{found.commitment}`"
    yield f"Cuts in the order of the seats: {cuts}"
    if found.seed is None:
        yield from map(drawn, entry.dice)
        if found.closed:
            yield f"#{found.closed} closed this epoch: its seed is not held, and nobody can check its dice."
            return
        yield (
            "The seed of this epoch is held back, and with it the bytes: whoever had it could compute every "
            "die that is still to fall. `/trail reveal` or the end of the game publishes it; then this menu "
            "shows each step. It cannot be another seed than the one committed to before the cuts."
        )
        return
    yield from _steps(found, found.seed)


def _steps(found: Proof, seed: bytes) -> Iterator[str]:
    entry = found.link.entry
    key = epoch_key(entry.game, entry.epoch, seed, found.cuts)
    follows = commitment(entry.game, entry.epoch, seed)
    verdict = "is the commitment" if follows == found.commitment else f"is `{follows}`, NOT the commitment"
    cut = " 00 ".join(("cut", str(entry.game), str(entry.epoch), *map(str, found.cuts)))
    yield f"Seed, revealed by #{found.revealed}: `{seed.hex()}`"
    yield f"SHA-256 of `v1 00 {entry.game} 00 {entry.epoch} 00 seed` {verdict} (00 is one zero byte)."
    yield f"Key = HMAC-SHA256 under the seed of `{cut}`: `{key.hex()}`"
    for draw in entry.dice:
        yield from _draw(key, draw)


def _draw(key: bytes, draw: Draw) -> Iterator[str]:
    yield drawn(draw)
    if draw.n == ENTERED:
        return
    below = 256 - 256 % draw.sides
    read = bytes_read(key, draw.name, draw.n, len(draw.faces), draw.sides)
    steps = ", ".join(
        f"`{byte:02x}` = {byte}: {byte % draw.sides + 1 if byte < below else 'skipped'}" for byte in read
    )
    blocks = "" if len(read) <= BLOCK else f" (then of the same with 1 as its end, 2 ..., {BLOCK} bytes each)"
    yield f"- HMAC-SHA256 under the key of `v1 00 {draw.name} 00 {draw.n} 00 0`{blocks}: {steps}"
    yield f"- a byte below {below} gives byte mod {draw.sides} + 1; others are skipped"
    follows = faces(key, draw.name, draw.n, len(draw.faces), draw.sides)
    if follows != draw.faces:
        yield f"- that gives {','.join(map(str, follows))}: what stands in the entry does NOT follow"
