"""What others do to a channel: moderators who delete, webhooks and bots that write under any name."""

from __future__ import annotations

from collections.abc import Sequence

from bot.sandbox.board import Board
from bot.sandbox.messages import post
from bot.sandbox.permissions import MANAGE_MESSAGES
from bot.sandbox.request import Act, Request
from bot.sandbox.wire import Json, as_list, children, text, yes
from bot.sandbox.world import Channel, Message, Person
from bot.sandbox.wrong import WrongUse


class Strangers:
    """Acts at the keyboard that no command of the bot stands behind. Raises WrongUse."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._world = board.world

    def acts(self) -> dict[str, Act]:
        """What can be posted, by the last word of the path."""
        return {"delete": self.delete, "webhook": self.webhook}

    async def delete(self, request: Request) -> Json:
        """Deletes posts: `messages` are their ids; several go together, as a bulk deletion."""
        person, channel = request.person(), request.channel()
        found = [self._found(channel, str(one)) for one in as_list(request.body.get("messages"))]
        manages = self._world.held(person, channel) & MANAGE_MESSAGES
        if any(message.author is not person for message in found) and not manages:
            raise WrongUse(f"{person.name} may not delete what others wrote in #{channel.name}.")
        self.remove(found)
        return {"deleted": len(found)}

    def remove(self, messages: Sequence[Message]) -> None:
        """One alone as its author or a moderator deletes it, several in one go."""
        if len(messages) == 1:
            self._board.delete(messages[0])
        elif messages:
            self._board.delete_together(messages)

    def _found(self, channel: Channel, message: str) -> Message:
        known = channel.messages.get(int(message)) if message.isdecimal() else None
        if known is None:
            raise WrongUse(f"There is no message {message} in #{channel.name}.")
        return known

    async def webhook(self, request: Request) -> Json:
        """A post of a webhook, or with `bot` of another bot, under any `name`."""
        channel = request.channel()
        hook = not yes(request.body, "bot")
        author = self._stranger(request.demand("name"), hook=hook)
        body: dict[str, Json] = {
            "content": text(request.body, "content"),
            "embeds": list(children(request.body, "embeds")),
        }
        message = self._board.create(channel, author, body, {}, hook=author.id if hook else 0)
        return {"posts": [post(self._world, message)]}

    def _stranger(self, name: str, *, hook: bool) -> Person:
        world = self._world
        author = Person(world.ids.draw(), name, world.clock.now(), bot=True)
        author.hook = hook
        if not hook:
            world.people[author.id] = author
        return author
