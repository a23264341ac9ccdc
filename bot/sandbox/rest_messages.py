"""The API's routes for messages and pins."""

from __future__ import annotations

from datetime import timedelta

from bot.sandbox.board import Board
from bot.sandbox.calls import EMPTY_ANSWER, Answer, Call, Routes
from bot.sandbox.errors import Form, api_error
from bot.sandbox.faults import Faults, limited
from bot.sandbox.permissions import (
    ATTACH,
    EMBED,
    MANAGE_MESSAGES,
    MANAGE_THREADS,
    PIN,
    READ_HISTORY,
    SEND,
    SEND_IN_THREADS,
    demand,
)
from bot.sandbox.threads import Threads
from bot.sandbox.wire import Json, as_list, child, children, whole
from bot.sandbox.world import REPLY, Channel, Message

# How many edits of an hour-old message Discord allows it does not say; here the first ones succeed.
# The client tries again a few times, so it is asked to wait much less than Discord would ask.
LATE_EDITS = 3
LATE_RETRY = 0.01
TOGETHER = timedelta(days=14)


class MessageRoutes:
    """What the bot may do with messages, by its permissions."""

    def __init__(self, board: Board, threads: Threads, faults: Faults) -> None:
        self._board = board
        self._world = board.world
        self._threads = threads
        self._faults = faults

    def routes(self) -> Routes:
        messages, one = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
        return {
            ("GET", messages): self.history,
            ("POST", messages): self.create,
            ("GET", "/channels/{channel_id}/messages/pins"): self.pins,
            ("PUT", "/channels/{channel_id}/messages/pins/{message_id}"): self.pin,
            ("DELETE", "/channels/{channel_id}/messages/pins/{message_id}"): self.unpin,
            ("GET", one): self.get,
            ("PATCH", one): self.edit,
            ("DELETE", one): self.delete,
            ("POST", messages + "/bulk-delete"): self.delete_together,
            ("POST", "/channels/{channel_id}/typing"): self.typing,
        }

    def _place(self, call: Call, *needed: int) -> Channel:
        channel = self._world.channel(call.snowflake("channel_id"))
        demand(self._world.held(self._world.bot, channel), *needed)
        return channel

    def _message(self, call: Call, channel: Channel) -> Message:
        message = channel.messages.get(call.snowflake("message_id"))
        if message is None:
            raise api_error(10008)
        return message

    def history(self, call: Call) -> Answer:
        channel = self._place(call)
        if not self._world.held(self._world.bot, channel) & READ_HISTORY:
            return Answer([])
        limit = call.number("limit")
        limit = 50 if limit is None else limit
        if not 1 <= limit <= 100:
            form = Form()
            form.wrong(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
            form.check()
        found = _window(channel, call, limit)
        listed: list[Json] = [self._board.payload(message) for message in reversed(found)]
        return Answer(listed)

    def get(self, call: Call) -> Answer:
        channel = self._place(call, READ_HISTORY)
        return Answer(self._board.payload(self._message(call, channel)))

    def create(self, call: Call) -> Answer:
        channel = self._place(call)
        held = self._world.held(self._world.bot, channel)
        demand(held, SEND_IN_THREADS if channel.is_thread else SEND)
        if children(call.body, "embeds"):
            demand(held, EMBED)
        if call.files:
            demand(held, ATTACH)
        reference = self._reference(call, channel)
        self._threads.enter(channel, may_manage=bool(held & MANAGE_THREADS))
        headers = self._faults.count_message(channel.id)
        kind = REPLY if reference else 0
        message = self._board.create(
            channel, self._world.bot, call.body, call.files, kind=kind, reference=reference
        )
        return Answer(self._board.payload(message), headers=headers)

    def _reference(self, call: Call, channel: Channel) -> Message | None:
        reference = child(call.body, "message_reference")
        if not reference:
            return None
        if not self._world.held(self._world.bot, channel) & READ_HISTORY:
            raise api_error(160002)
        message = channel.messages.get(whole(reference, "message_id"))
        if message is None and reference.get("fail_if_not_exists") is not False:
            form = Form()
            form.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        return message

    def edit(self, call: Call) -> Answer:
        channel = self._place(call)
        message = self._message(call, channel)
        if message.author is not self._world.bot:
            raise api_error(50005)
        if channel.archived:
            raise api_error(50083)
        held = self._world.held(self._world.bot, channel)
        if children(call.body, "embeds"):
            demand(held, EMBED)
        if call.files:
            demand(held, ATTACH)
        if self._world.clock.now() - message.created > timedelta(hours=1):
            message.late_edits += 1
            if message.late_edits > LATE_EDITS:
                raise limited(LATE_RETRY, code=30046)
        self._board.edit(message, call.body, call.files)
        return Answer(self._board.payload(message))

    def delete(self, call: Call) -> Answer:
        channel = self._place(call)
        message = self._message(call, channel)
        if message.author is not self._world.bot:
            demand(self._world.held(self._world.bot, channel), MANAGE_MESSAGES)
        if channel.archived:
            raise api_error(50083)
        self._board.delete(message)
        return EMPTY_ANSWER

    def delete_together(self, call: Call) -> Answer:
        channel = self._place(call, MANAGE_MESSAGES)
        named = [str(one) for one in as_list(call.body.get("messages"))]
        form = Form()
        if not 2 <= len(set(named)) <= 100:
            form.wrong(("messages",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
        form.check()
        known = [channel.messages[int(one)] for one in named if int(one) in channel.messages]
        oldest = self._world.clock.now() - TOGETHER
        if any(message.created < oldest for message in known):
            raise api_error(50034)
        if known:
            self._board.delete_together(known)
        return EMPTY_ANSWER

    def typing(self, call: Call) -> Answer:
        self._place(call, SEND)
        return EMPTY_ANSWER

    def pins(self, call: Call) -> Answer:
        channel = self._place(call)
        if not self._world.held(self._world.bot, channel) & READ_HISTORY:
            return Answer({"items": [], "has_more": False})
        newest = sorted(channel.pins.items(), key=lambda pin: pin[1], reverse=True)
        items: list[Json] = [
            {"pinned_at": moment.isoformat(), "message": self._board.payload(channel.messages[message_id])}
            for message_id, moment in newest
        ]
        return Answer({"items": items[: call.number("limit") or 50], "has_more": False})

    def pin(self, call: Call) -> Answer:
        return self._set_pin(call, True)

    def unpin(self, call: Call) -> Answer:
        return self._set_pin(call, False)

    def _set_pin(self, call: Call, pinned: bool) -> Answer:
        channel = self._place(call, READ_HISTORY, PIN)
        message = self._message(call, channel)
        if channel.archived:
            raise api_error(50083)
        self._board.pin(message, pinned)
        return EMPTY_ANSWER


def _window(channel: Channel, call: Call, limit: int) -> list[Message]:
    """Oldest first: those around, before or after an id, else the newest."""
    ids = list(channel.messages)
    around, before, after = call.number("around"), call.number("before"), call.number("after")
    if around is not None:
        older = [i for i in ids if i <= around][-(limit // 2 + 1) :]
        newer = [i for i in ids if i > around][: max(limit - len(older), 0)]
        ids = older + newer
    elif before is not None:
        ids = [i for i in ids if i < before][-limit:]
    elif after is not None:
        ids = [i for i in ids if i > after][:limit]
    else:
        ids = ids[-limit:]
    return [channel.messages[i] for i in ids]
