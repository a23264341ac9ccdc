"""Sealed orders of a ledger: what is opened is what was sealed."""

from __future__ import annotations

from bot.events.desk import OrdersSealed, SealOpened
from bot.ledger.seal import digest
from bot.verify.failure import NotTrue, require
from rules.event import Event


class Seals:
    """Follows the digests of one game by the entries that hold them."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}

    def event(self, seq: int, event: Event) -> None:
        """Raises NotTrue where a text opened does not give the digest that was sealed."""
        if isinstance(event, OrdersSealed):
            self._digests[seq] = event.digest
        elif isinstance(event, SealOpened):
            if event.seal not in self._digests:
                raise NotTrue(f"#{seq} opens #{event.seal}, which sealed nothing.")
            try:
                nonce = bytes.fromhex(event.nonce)
            except ValueError:
                raise NotTrue(f"#{seq} opens #{event.seal} with {event.nonce[:20]!r}, no nonce.") from None
            told = digest(nonce, event.text)
            sealed = self._digests[event.seal]
            require(told == sealed, seq, f"opens #{event.seal} with digest {told}", f"digest {sealed}")
