"""The API's routes for the server, its members, channels and threads."""

from __future__ import annotations

from bot.sandbox import payloads
from bot.sandbox.calls import EMPTY_ANSWER, Answer, Call, Routes
from bot.sandbox.errors import Form, api_error
from bot.sandbox.gateway import Gateway
from bot.sandbox.permissions import (
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    MANAGE_CHANNELS,
    MANAGE_THREADS,
    READ_HISTORY,
    SEND_IN_THREADS,
    demand,
)
from bot.sandbox.threads import Threads
from bot.sandbox.wire import Json, Object, text, whole
from bot.sandbox.world import PRIVATE_THREAD, PUBLIC_THREAD, Channel, World


class ChannelRoutes:
    """What the bot may see of the server and do with its channels, by its permissions."""

    def __init__(self, world: World, threads: Threads, gateway: Gateway) -> None:
        self._world = world
        self._threads = threads
        self._gateway = gateway

    def routes(self) -> Routes:
        one = "/channels/{channel_id}"
        return {
            ("GET", "/gateway"): lambda call: Answer({"url": self._gateway.url}),
            ("GET", "/gateway/bot"): self.gateway,
            ("GET", "/users/@me"): lambda call: Answer(payloads.own_user(self._world.bot)),
            ("GET", "/users/{user_id}"): self.user,
            ("GET", "/oauth2/applications/@me"): self.application,
            ("GET", "/applications/@me"): self.application,
            ("GET", "/guilds/{guild_id}"): self.guild,
            ("GET", "/guilds/{guild_id}/channels"): self.channels,
            ("GET", "/guilds/{guild_id}/members/{user_id}"): self.member,
            ("GET", "/guilds/{guild_id}/threads/active"): self.active_threads,
            ("GET", one): lambda call: Answer(payloads.channel(self._world, self._place(call))),
            ("PATCH", one): self.change,
            ("DELETE", one): self.delete,
            ("POST", one + "/threads"): self.open_thread,
            ("POST", one + "/messages/{message_id}/threads"): self.open_from_message,
            ("PUT", one + "/thread-members/@me"): self.join,
            ("GET", one + "/threads/archived/public"): self.archived_threads,
        }

    def gateway(self, call: Call) -> Answer:
        left: dict[str, Json] = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return Answer({"url": self._gateway.url, "shards": 1, "session_start_limit": left})

    def application(self, call: Call) -> Answer:
        return Answer(payloads.application(self._world))

    def user(self, call: Call) -> Answer:
        person = self._world.people.get(call.snowflake("user_id"))
        if person is None:
            raise api_error(10013)
        return Answer(payloads.user(person))

    def _demand_guild(self, call: Call) -> None:
        if call.snowflake("guild_id") != self._world.guild_id:
            raise api_error(10004)

    def guild(self, call: Call) -> Answer:
        self._demand_guild(call)
        return Answer(payloads.guild(self._world))

    def channels(self, call: Call) -> Answer:
        self._demand_guild(call)
        places = [c for c in self._world.channels.values() if not c.is_thread]
        return Answer([payloads.channel(self._world, c) for c in places])

    def member(self, call: Call) -> Answer:
        self._demand_guild(call)
        person = self._world.people.get(call.snowflake("user_id"))
        if person is None:
            raise api_error(10007)
        return Answer(payloads.member(self._world, person))

    def active_threads(self, call: Call) -> Answer:
        self._demand_guild(call)
        return self._listed(self._world.threads())

    def archived_threads(self, call: Call) -> Answer:
        parent = self._place(call, READ_HISTORY)
        threads = [c for c in self._world.channels.values() if c.parent is parent and c.archived]
        threads.sort(key=lambda thread: thread.archived_at or thread.created, reverse=True)
        return self._listed(threads)

    def _listed(self, threads: list[Channel]) -> Answer:
        bot = self._world.bot
        members: list[Json] = [payloads.thread_member(t, bot) for t in threads if bot.id in t.members]
        listed: list[Json] = [payloads.channel(self._world, t) for t in threads]
        return Answer({"threads": listed, "members": members, "has_more": False})

    def _place(self, call: Call, *needed: int) -> Channel:
        channel = self._world.channel(call.snowflake("channel_id"))
        demand(self._world.held(self._world.bot, channel), *needed)
        return channel

    def change(self, call: Call) -> Answer:
        channel = self._place(call)
        held, body = self._world.held(self._world.bot, channel), call.body
        if not channel.is_thread:
            demand(held, MANAGE_CHANNELS)
            self._threads.change(channel, name=text(body, "name"), topic=_said(body, "topic"))
            return Answer(payloads.channel(self._world, channel))
        archived, locked = _flag(body, "archived"), _flag(body, "locked")
        own = channel.owner is self._world.bot
        only_reopens = set(body) == {"archived"} and archived is False and not channel.locked
        if only_reopens:
            demand(held, SEND_IN_THREADS)
        elif not own or locked is not None or channel.locked:
            demand(held, MANAGE_THREADS)
        if channel.archived and archived is not False:
            raise api_error(50083)
        self._threads.change(
            channel,
            archived=archived,
            locked=locked,
            name=text(body, "name"),
            auto_archive=whole(body, "auto_archive_duration"),
        )
        return Answer(payloads.channel(self._world, channel))

    def delete(self, call: Call) -> Answer:
        channel = self._place(call)
        demand(
            self._world.held(self._world.bot, channel),
            MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS,
        )
        gone = payloads.channel(self._world, channel)
        self._threads.delete(channel)
        return Answer(gone)

    def open_thread(self, call: Call) -> Answer:
        private = whole(call.body, "type", PRIVATE_THREAD) == PRIVATE_THREAD
        parent = self._place(call, CREATE_PRIVATE_THREADS if private else CREATE_PUBLIC_THREADS)
        return self._open(call, parent, PRIVATE_THREAD if private else PUBLIC_THREAD, None)

    def open_from_message(self, call: Call) -> Answer:
        parent = self._place(call, CREATE_PUBLIC_THREADS)
        message_id = call.snowflake("message_id")
        if message_id not in parent.messages:
            raise api_error(10008)
        return self._open(call, parent, PUBLIC_THREAD, message_id)

    def _open(self, call: Call, parent: Channel, kind: int, message_id: int | None) -> Answer:
        form = Form()
        form.length(("name",), text(call.body, "name"), 1, 100)
        form.check()
        thread = self._threads.open_thread(
            parent,
            text(call.body, "name"),
            self._world.bot,
            kind=kind,
            from_message=message_id,
            auto_archive=whole(call.body, "auto_archive_duration", 1440),
        )
        return Answer(payloads.channel(self._world, thread), 201)

    def join(self, call: Call) -> Answer:
        thread = self._place(call)
        if not thread.is_thread:
            raise api_error(50024)
        if thread.archived:
            raise api_error(50083)
        self._threads.join(thread, self._world.bot)
        return EMPTY_ANSWER


def _flag(body: Object, key: str) -> bool | None:
    value = body.get(key)
    return value if isinstance(value, bool) else None


def _said(body: Object, key: str) -> str | None:
    return text(body, key) if key in body else None
