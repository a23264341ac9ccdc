"""Writing on the server: messages made, edited, deleted and pinned, and the events that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from bot.sandbox.errors import api_error
from bot.sandbox.feed import Kind
from bot.sandbox.limits import check_files, check_message
from bot.sandbox.messages import event_payload, mentioned, payload, pings_everyone, post, rich_embeds
from bot.sandbox.parts import numbered
from bot.sandbox.permissions import MENTION_EVERYONE
from bot.sandbox.uploads import File, Uploads
from bot.sandbox.wire import Json, Object, as_object, children, text, whole
from bot.sandbox.world import EPHEMERAL, LOADING, PLAIN, Channel, Message, Origin, Person, World

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
# "The past few minutes" is all that Discord says of enforce_nonce.
NONCE_LIFE = timedelta(minutes=3)
SILENCED = 1 << 2


class Sink(Protocol):
    """The gateway: sends an event to each session that has asked for the intent (0: to all)."""

    def dispatch(self, event: str, intent: int, data: Object) -> None: ...


class Board:
    """All writing goes through here, whoever writes, so that bot and people see the same."""

    def __init__(self, world: World, uploads: Uploads, sink: Sink, *, reads_content: bool) -> None:
        self.world = world
        self.uploads = uploads
        self._sink = sink
        self._reads_content = reads_content
        self._nonces: dict[tuple[int, str], Message] = {}
        # Kept apart from the channels: Discord has no history of them.
        self.ephemeral: dict[int, Message] = {}

    def payload(self, message: Message) -> dict[str, Json]:
        """As the API gives it to the bot."""
        return payload(self.world, message, blank=self._blank(message))

    def full_payload(self, message: Message) -> dict[str, Json]:
        """With all that it holds, as a message that a person hands to the bot in a context menu."""
        return payload(self.world, message)

    def _blank(self, message: Message) -> bool:
        bot = self.world.bot
        return not (self._reads_content or message.author is bot or bot in message.mentions)

    def create(
        self,
        channel: Channel,
        author: Person,
        body: Object,
        files: Mapping[int, File],
        *,
        kind: int = PLAIN,
        only: Person | None = None,
        origin: Origin | None = None,
        reference: Message | None = None,
        loading: bool = False,
        hook: int = 0,
    ) -> Message:
        """Raises 50035, 40005 or 50006. With enforce_nonce a repeated nonce gives the message it made."""
        known = self._repeated(author, body)
        if known is not None:
            return known
        check_message(body)
        check_files([len(file.data) for file in files.values()])
        if not loading:
            _demand_something(None, body, files)
        world = self.world
        message = Message(world.ids.draw(), channel, author, world.clock.now(), kind)
        message.only, message.origin, message.reference = only, origin, reference
        message.webhook, message.hook = origin is not None, hook
        message.flags = (
            whole(body, "flags") & SILENCED | (EPHEMERAL if only else 0) | (LOADING if loading else 0)
        )
        self._fill(message, body, files)
        if body.get("nonce") is not None:
            message.nonce = str(body["nonce"])
            self._nonces[(author.id, message.nonce)] = message
        self._show(message)
        return message

    def _repeated(self, author: Person, body: Object) -> Message | None:
        if body.get("enforce_nonce") is not True:
            return None
        known = self._nonces.get((author.id, str(body.get("nonce"))))
        if known is None or self.world.clock.now() - known.created > NONCE_LIFE:
            return None
        return known

    def _show(self, message: Message) -> None:
        channel = message.channel
        if message.only is not None:
            self.ephemeral[message.id] = message
        else:
            channel.messages[message.id] = message
            channel.sent += 1
            created = event_payload(self.world, message, blank=self._blank(message))
            self._sink.dispatch("MESSAGE_CREATE", GUILD_MESSAGES, created)
        self._tell("created", message)

    def _tell(self, kind: Kind, message: Message) -> None:
        only = message.only.id if message.only else None
        channel = message.channel
        self.world.feed.add(kind, channel.id, channel.name, only, post(self.world, message))

    def edit(self, message: Message, body: Object, files: Mapping[int, File]) -> None:
        """Changes what the body names and leaves the rest; fills a message that was still loading."""
        keep = message.attachments if "attachments" not in body else []
        check_message(body, kept_attachments=len(keep))
        check_files([len(file.data) for file in files.values()])
        _demand_something(message, body, files)
        was_loading = message.loading
        self._fill(message, body, files)
        message.flags &= ~LOADING
        if "flags" in body:
            message.flags = message.flags & ~SILENCED | whole(body, "flags") & SILENCED
        if not was_loading:
            message.edited = self.world.clock.now()
        if message.only is None:
            updated = event_payload(self.world, message, blank=self._blank(message))
            self._sink.dispatch("MESSAGE_UPDATE", GUILD_MESSAGES, updated)
        self._tell("edited", message)

    def delete(self, message: Message) -> None:
        if message.only is None:
            gone = {"id": str(message.id), **self._place(message.channel)}
            self._sink.dispatch("MESSAGE_DELETE", GUILD_MESSAGES, gone)
        self._remove(message)

    def delete_together(self, messages: Sequence[Message]) -> None:
        """Messages of one channel, in one event."""
        ids: list[Json] = [str(message.id) for message in messages]
        self._sink.dispatch(
            "MESSAGE_DELETE_BULK", GUILD_MESSAGES, {"ids": ids, **self._place(messages[0].channel)}
        )
        for message in messages:
            self._remove(message)

    def _place(self, channel: Channel) -> dict[str, Json]:
        return {"channel_id": str(channel.id), "guild_id": str(self.world.guild_id)}

    def _remove(self, message: Message) -> None:
        message.channel.pins.pop(message.id, None)
        message.channel.messages.pop(message.id, None)
        self.ephemeral.pop(message.id, None)
        self._tell("deleted", message)

    def pin(self, message: Message, pinned: bool) -> None:
        channel = message.channel
        if pinned and len(channel.pins) >= 250:
            raise api_error(30003)
        if pinned:
            channel.pins[message.id] = self.world.clock.now()
        else:
            channel.pins.pop(message.id, None)
        changed = self._place(channel) | {"last_pin_timestamp": None}
        self._sink.dispatch("CHANNEL_PINS_UPDATE", GUILDS, changed)
        updated = event_payload(self.world, message, blank=self._blank(message))
        self._sink.dispatch("MESSAGE_UPDATE", GUILD_MESSAGES, updated)
        self._tell("edited", message)

    def _fill(self, message: Message, body: Object, files: Mapping[int, File]) -> None:
        if "content" in body:
            message.content = text(body, "content").strip()
            allowed = (
                as_object(body["allowed_mentions"]) if body.get("allowed_mentions") is not None else None
            )
            message.mentions = mentioned(self.world, message.content, allowed)
            may_ping = self.world.held(message.author, message.channel) & MENTION_EVERYONE
            message.mention_everyone = bool(may_ping) and pings_everyone(message.content, allowed)
        if "attachments" in body or files:
            message.attachments = self._attach(message, body, files)
        if "embeds" in body:
            named = {text(a, "filename"): text(a, "url") for a in message.attachments}
            message.embeds = rich_embeds(children(body, "embeds"), named)
        if "components" in body:
            message.components = numbered(children(body, "components"))

    def _attach(self, message: Message, body: Object, files: Mapping[int, File]) -> list[Object]:
        listed = {whole(entry, "id", -1): entry for entry in children(body, "attachments")}
        kept = [a for a in message.attachments if "attachments" not in body or whole(a, "id") in listed]
        added: list[Object] = []
        for index, file in sorted(files.items()):
            entry = listed.get(index, {})
            name = text(entry, "filename") or file.filename
            upload = self.uploads.store(File(name, file.data), message.author.id, message.channel.id)
            described = text(entry, "description")
            added.append(
                self.uploads.payload(upload, description=described, ephemeral=message.only is not None)
            )
        return [*kept, *added]


def _demand_something(message: Message | None, body: Object, files: Mapping[int, File]) -> None:
    """Raises 50006 where neither text nor embed nor file would be left; parts alone are not enough."""
    content = text(body, "content").strip() if "content" in body or message is None else message.content
    embeds = children(body, "embeds") if "embeds" in body or message is None else message.embeds
    attachments = message.attachments if message is not None and "attachments" not in body else []
    if not (content or embeds or attachments or files or children(body, "attachments")):
        raise api_error(50006)
