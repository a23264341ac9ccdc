"""One act of a person to which the bot is to answer, and which kinds of answer fit it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.sandbox.errors import Form
from bot.sandbox.wire import Object
from bot.sandbox.world import Channel, Message, Origin, Person

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
TO_ANSWER = timedelta(seconds=3)
TO_FOLLOW_UP = timedelta(minutes=15)


@dataclass(slots=True, eq=False)
class Interaction:
    """One act of a person. `answer` is the callback type with which the bot acknowledged it, 0 before.

    `stale` are the components of its message where the press came in just before they were taken away.
    """

    id: int
    token: str
    kind: int
    person: Person
    channel: Channel
    created: datetime
    data: Object
    command: str = ""
    menu: bool = False
    source: Message | None = None
    stale: list[Object] | None = None
    option_kind: int = 0
    answer: int = 0
    failed: bool = False
    original: Message | None = None
    replies: list[Message] = field(default_factory=list)
    choices: list[Object] = field(default_factory=list)
    modal: Object | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    def origin(self) -> Origin:
        """What the messages that answer it say of it."""
        first = self.original.id if self.original and self.original in self.replies else None
        source = self.source.id if self.source else None
        return Origin(self.id, self.kind, self.person, self.command, first, source)


def check_answer(interaction: Interaction, kind: int) -> None:
    """Raises 50035 for a callback type that does not fit what it answers."""
    fitting = {
        SLASH: (MESSAGE, DEFER, SHOW_MODAL),
        COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL),
        AUTOCOMPLETE: (CHOICES,),
        MODAL: (MESSAGE, DEFER) + ((DEFER_UPDATE, UPDATE) if interaction.source else ()),
    }[interaction.kind]
    if kind not in fitting:
        form = Form()
        form.wrong(
            ("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, fitting))}}}."
        )
        form.check()
