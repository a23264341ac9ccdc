"""As much of an entry as chain and dice need, read without looking at its form."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.json import Decoder

from bot.ledger.dice import Draw


class Skim(Struct, frozen=True):
    """An entry's numbers, dice and stored events, as `Entry` has them."""

    seq: int
    game: int
    epoch: int
    kind: str
    request: str
    at: str
    answers: int
    voids: tuple[int, ...]
    dice: tuple[Draw, ...]
    events: tuple[dict[str, Any], ...]  # Json names itself, which no decoder follows


_decode = Decoder(Skim).decode


def skim(body: bytes) -> Skim:
    """Raises ValueError where something is missing or of another kind; `read_entry` then says what."""
    try:
        found = _decode(body)
    except RecursionError as error:
        raise ValueError(str(error)) from error
    for event in found.events:
        if not isinstance(event.get("event"), str):
            raise ValueError(f"{event.get('event')!r} is no text")
    return found
