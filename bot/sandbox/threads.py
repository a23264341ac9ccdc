"""Threads and channels: opened, archived, locked, deleted, and the events that follow."""

from __future__ import annotations

from bot.sandbox import payloads
from bot.sandbox.board import GUILDS, Sink
from bot.sandbox.errors import api_error
from bot.sandbox.world import PUBLIC_THREAD, TEXT, Channel, Person, World


class Threads:
    """All changes of channels go through here."""

    def __init__(self, world: World, sink: Sink) -> None:
        self._world = world
        self._sink = sink

    def open_channel(self, name: str) -> Channel:
        """The channel of this name, made where there is none."""
        known = self._world.find_channel(name)
        if known is not None:
            return known
        channel = self._world.add_channel(name, TEXT)
        self._sink.dispatch("CHANNEL_CREATE", GUILDS, payloads.channel(self._world, channel))
        return channel

    def open_thread(
        self,
        parent: Channel,
        name: str,
        owner: Person,
        *,
        kind: int = PUBLIC_THREAD,
        from_message: int | None = None,
        auto_archive: int = 1440,
    ) -> Channel:
        """The bot is a member of the threads it opens, and of no other until it joins."""
        if parent.is_thread:
            raise api_error(50024)
        if from_message is not None and from_message in self._world.channels:
            raise api_error(160004)
        thread = self._world.add_channel(name, kind, owner=owner, parent=parent, channel_id=from_message)
        thread.auto_archive = auto_archive
        if from_message is not None:
            parent.messages[from_message].thread = thread
        created = payloads.channel(self._world, thread) | {"newly_created": True}
        self._sink.dispatch("THREAD_CREATE", GUILDS, created)
        return thread

    def enter(self, channel: Channel, *, may_manage: bool) -> None:
        """Someone is about to write: an archived thread opens again. Raises 160005 where it is locked."""
        if channel.locked and not may_manage:
            raise api_error(160005)
        if channel.archived:
            self.change(channel, archived=False)

    def change(
        self,
        channel: Channel,
        *,
        archived: bool | None = None,
        locked: bool | None = None,
        name: str | None = None,
        topic: str | None = None,
        auto_archive: int | None = None,
    ) -> None:
        """None leaves a thing as it is."""
        if archived is not None and archived != channel.archived:
            channel.archived = archived
            channel.archived_at = self._world.clock.now()
        channel.locked = channel.locked if locked is None else locked
        channel.name = name or channel.name
        channel.topic = channel.topic if topic is None else topic
        channel.auto_archive = auto_archive or channel.auto_archive
        self.tell(channel)

    def tell(self, channel: Channel) -> None:
        """Sends the channel's state to the bot."""
        self._world.feed.stir()
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self._sink.dispatch(event, GUILDS, payloads.channel(self._world, channel))

    def join(self, thread: Channel, person: Person) -> None:
        thread.members.setdefault(person.id, self._world.clock.now())
        if person is self._world.bot:
            member = payloads.thread_member(thread, person) | {"guild_id": str(self._world.guild_id)}
            self._sink.dispatch("THREAD_MEMBER_UPDATE", GUILDS, member)

    def delete(self, channel: Channel) -> None:
        """A channel takes its threads with it."""
        for thread in [c for c in self._world.channels.values() if c.parent is channel]:
            self.delete(thread)
        del self._world.channels[channel.id]
        self._world.feed.stir()
        gone = payloads.channel(self._world, channel)
        if channel.is_thread:
            keys = ("id", "guild_id", "parent_id", "type")
            self._sink.dispatch("THREAD_DELETE", GUILDS, {key: gone[key] for key in keys})
        else:
            self._sink.dispatch("CHANNEL_DELETE", GUILDS, gone)
