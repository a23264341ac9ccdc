"""Calls that repeat another, kept in memory until their callers say that they mean them."""

from __future__ import annotations

from bot.operations.repeating import CalledAgain
from bot.play.sitting import Caller, Operation
from bot.referee import Answer, Referee
from rules.refusal import Refused

MOST = 200
"""calls kept; the oldest goes first"""


class HeldCalls:
    """Each call by the request that made it; it is taken once, by who made it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._calls: dict[str, tuple[Caller, Operation]] = {}

    async def enter(self, caller: Caller, operation: Operation) -> Answer:
        """Enter the request. Raises CalledAgain where its caller is asked first; then it is kept."""
        try:
            return await self._referee.enter(caller, operation)
        except CalledAgain:
            self._calls[caller.request] = (caller, operation)
            while len(self._calls) > MOST:
                del self._calls[next(iter(self._calls))]
            raise

    def take(self, request: str, account: int) -> tuple[Caller, Operation]:
        """Raises Refused `not_held` where it was taken, or asked about by an earlier process."""
        caller, operation = self._calls.get(request, (None, None))
        if caller is None or operation is None or caller.account != account:
            raise Refused("not_held", "That was called, or is too long ago; give the command again.")
        del self._calls[request]
        return caller, operation
