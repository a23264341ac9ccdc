"""What a public bot allows: on which servers it serves, and how much one person may ask at once."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection
from datetime import datetime, timedelta

from bot.words.wording import counted
from rules.refusal import Refused

WINDOW = timedelta(seconds=10)
AUTOCOMPLETE_FOLD = 5
"""proposals are asked for while a person types, several for each command"""
REMEMBERED = 1000
"""people after whom those who have been quiet are forgotten"""


class Limits:
    """`guilds` are the ids of the servers served, none for all; `cooldown` a person's commands in 10 s."""

    def __init__(self, guilds: Collection[int] = (), cooldown: int | None = None) -> None:
        self._guilds = frozenset(guilds)
        self._commands = _Window(cooldown)
        self._proposals = _Window(None if cooldown is None else cooldown * AUTOCOMPLETE_FOLD)

    def serves(self, guild: int) -> bool:
        """Whether the referee works on this server."""
        return not self._guilds or guild in self._guilds

    def require(self, guild: int, account: int, at: datetime) -> None:
        """Raise Refused `other_server` or `too_fast` for a command, a button or a form."""
        if not self.serves(guild):
            raise Refused(
                "other_server",
                "This referee serves other servers only. Its host can add this one to the setting `guilds`; "
                f"its id is {guild}.",
            )
        wait = self._commands.wait(account, at)
        if wait:
            raise Refused(
                "too_fast",
                f"At most {counted(self._commands.most or 0, 'command')} in {WINDOW.seconds} s; "
                f"the next is taken in {wait} s.",
            )

    def allows_proposals(self, guild: int, account: int, at: datetime) -> bool:
        """Whether what a person is typing may be looked up."""
        return self.serves(guild) and not self._proposals.wait(account, at)


class _Window:
    """Counts what each person was granted in the last seconds; what was refused does not count."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self._granted: dict[int, deque[datetime]] = {}

    def wait(self, account: int, at: datetime) -> int:
        """0 where it is granted, else the whole seconds until it would be."""
        if self.most is None:
            return 0
        granted = self._granted.setdefault(account, deque())
        # A clock that was set back must not lock anybody out.
        while granted and not granted[0] <= at < granted[0] + WINDOW:
            granted.popleft()
        if len(granted) >= self.most:
            return max(1, math.ceil((granted[0] + WINDOW - at).total_seconds()))
        granted.append(at)
        if len(self._granted) > REMEMBERED:
            self._forget_quiet(at)
        return 0

    def _forget_quiet(self, at: datetime) -> None:
        self._granted = {who: when for who, when in self._granted.items() if when and at < when[-1] + WINDOW}
