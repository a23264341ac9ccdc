"""The server: its people, channels, threads and messages, and who may do what there."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from msgspec import Struct

from bot.sandbox.clock import Clock
from bot.sandbox.errors import api_error
from bot.sandbox.feed import Feed
from bot.sandbox.permissions import ADMINISTRATOR, ALL, EVERYONE
from bot.sandbox.snowflakes import Snowflakes
from bot.sandbox.wire import Object

TEXT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 11, 12
PLAIN, REPLY, COMMAND, CONTEXT_COMMAND = 0, 19, 20, 23
EPHEMERAL, LOADING = 1 << 6, 1 << 7


@dataclass(slots=True, eq=False)
class Role:
    """A role that people are given; it brings no permission."""

    id: int
    name: str


@dataclass(slots=True, eq=False)
class Person:
    """A member of the server, or a webhook. `granted` are permissions beyond those of everyone.

    `roles` are ids of roles.
    """

    id: int
    name: str
    joined: datetime
    bot: bool = False
    granted: int = 0
    username: str = field(init=False)
    hook: bool = False
    roles: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Usernames are lower case and without spaces; the name shown may hold anything.
        plain = "".join(c for c in self.name.lower() if c.isascii() and c.isalnum())
        self.username = self.name if self.bot else plain[:32] or f"user{self.id}"


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, or a thread of one. `denied` maps a person, or the server for everyone, to bits."""

    id: int
    name: str
    kind: int
    created: datetime
    owner: Person
    parent: Channel | None = None
    denied: dict[int, int] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pins: dict[int, datetime] = field(default_factory=dict)
    members: dict[int, datetime] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    archived_at: datetime | None = None
    auto_archive: int = 1440
    topic: str | None = None
    sent: int = 0

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)


class Origin(Struct, frozen=True):
    """The interaction that a message answers. `command` is its full name, "" for components and modals."""

    id: int
    kind: int
    person: Person
    command: str
    original: int | None = None
    source: int | None = None


@dataclass(slots=True, eq=False)
class Message:
    """`only` is the one person who sees an ephemeral message, `hook` the id of a channel's webhook."""

    id: int
    channel: Channel
    author: Person
    created: datetime
    kind: int = PLAIN
    content: str = ""
    embeds: list[Object] = field(default_factory=list)
    components: list[Object] = field(default_factory=list)
    attachments: list[Object] = field(default_factory=list)
    mentions: list[Person] = field(default_factory=list)
    mention_everyone: bool = False
    edited: datetime | None = None
    flags: int = 0
    nonce: str | None = None
    only: Person | None = None
    origin: Origin | None = None
    webhook: bool = False
    hook: int = 0
    reference: Message | None = None
    thread: Channel | None = None
    late_edits: int = 0

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)


class World:
    """All that exists on the loopback Discord: one server, one bot."""

    def __init__(self, clock: Clock, guild: str, bot: str, bot_granted: int) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.feed = Feed()
        self.guild_id = self.ids.named("server")
        self.guild_name = guild
        self.created = clock.now()
        self.people: dict[int, Person] = {}
        self.channels: dict[int, Channel] = {}
        self.roles: dict[int, Role] = {}
        self.owner = self._add_person("owner", granted=ALL)
        # As on Discord, bot user and application share their id, and the bot's role is a third thing.
        self.bot = self._add_person(bot, bot=True, granted=bot_granted)
        self.bot_role_id = self.ids.named("role")
        self.bot_is_member = True
        self.everyone = EVERYONE

    @property
    def application_id(self) -> int:
        return self.bot.id

    def _add_person(self, name: str, *, bot: bool = False, granted: int = 0) -> Person:
        person = Person(self.ids.named(f"person {name}"), name, self.clock.now(), bot, granted)
        self.people[person.id] = person
        self.feed.stir()
        return person

    def person(self, name: str) -> Person:
        """The member with this name, who joins on first use."""
        return self.find_person(name) or self._add_person(name)

    def find_person(self, name: str) -> Person | None:
        return next((person for person in self.people.values() if person.name == name), None)

    def add_role(self, name: str) -> Role:
        role = Role(self.ids.named(f"role {name}"), name)
        self.roles[role.id] = role
        self.feed.stir()
        return role

    def find_role(self, name: str) -> Role | None:
        return next((role for role in self.roles.values() if role.name == name), None)

    def add_channel(
        self,
        name: str,
        kind: int = TEXT,
        *,
        owner: Person | None = None,
        parent: Channel | None = None,
        channel_id: int | None = None,
    ) -> Channel:
        """A channel, or with a parent a thread; a thread from a message has that message's id."""
        place = f"channel {parent.name if parent else ''} {name}"
        snowflake = self.ids.named(place) if channel_id is None else channel_id
        channel = Channel(snowflake, name, kind, self.clock.now(), owner or self.owner, parent)
        if channel.is_thread:
            channel.members[channel.owner.id] = channel.created
        self.channels[channel.id] = channel
        self.feed.stir()
        return channel

    def find_channel(self, name: str) -> Channel | None:
        """The newest channel or thread of this name."""
        named = [channel for channel in self.channels.values() if channel.name == name]
        return named[-1] if named else None

    def channel(self, channel_id: int) -> Channel:
        """Raises 10003 where there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise api_error(10003)
        return channel

    def threads(self) -> list[Channel]:
        """The threads that are not archived."""
        return [channel for channel in self.channels.values() if channel.is_thread and not channel.archived]

    def held(self, person: Person, channel: Channel) -> int:
        """The permission bits of this person there; a thread has those of its channel.

        A bot that was put out of the server holds none.
        """
        if person is self.bot and not self.bot_is_member:
            return 0
        held = self.everyone | person.granted
        if person is self.owner or held & ADMINISTRATOR:
            return ALL
        place = channel.parent or channel
        return held & ~place.denied.get(self.guild_id, 0) & ~place.denied.get(person.id, 0)
