"""Interactions: delivered to the bot, answered within 3 s, followed up for 15 min."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from bot.sandbox import payloads
from bot.sandbox.board import Board
from bot.sandbox.definitions import check_choices
from bot.sandbox.errors import Form, api_error
from bot.sandbox.interaction import (
    CHOICES,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    MESSAGE,
    SLASH,
    TO_ANSWER,
    TO_FOLLOW_UP,
    UPDATE,
    Interaction,
    check_answer,
)
from bot.sandbox.limits import FILE_BYTES
from bot.sandbox.parts import check_modal
from bot.sandbox.threads import Threads
from bot.sandbox.uploads import File
from bot.sandbox.wire import Json, Object, child, children, whole
from bot.sandbox.world import (
    COMMAND,
    CONTEXT_COMMAND,
    EPHEMERAL,
    PLAIN,
    REPLY,
    Channel,
    Message,
    Person,
)


class Interactions:
    """Makes interactions and takes the bot's answers."""

    def __init__(self, board: Board, threads: Threads) -> None:
        self._board = board
        self._threads = threads
        self._world = board.world
        self._known: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        # The form that each person has in front of them.
        self.open_forms: dict[int, Interaction] = {}

    def begin(
        self,
        kind: int,
        person: Person,
        channel: Channel,
        data: Object,
        *,
        command: str = "",
        menu: bool = False,
        source: Message | None = None,
        option_kind: int = 0,
    ) -> Interaction:
        """Not delivered yet; `source` is the message whose part was used."""
        snowflake = self._world.ids.draw()
        token = hashlib.sha256(b"interaction %d" % snowflake).hexdigest()
        interaction = Interaction(snowflake, token, kind, person, channel, self._world.clock.now(), data)
        interaction.command, interaction.menu = command, menu
        interaction.source, interaction.option_kind = source, option_kind
        self._known[snowflake] = interaction
        self._by_token[token] = interaction
        return interaction

    def event(self, interaction: Interaction) -> dict[str, Json]:
        """INTERACTION_CREATE."""
        world = self._world
        member = payloads.member(world, interaction.person)
        member["permissions"] = str(world.held(interaction.person, interaction.channel))
        channel = payloads.channel(world, interaction.channel)
        channel["permissions"] = member["permissions"]
        event: dict[str, Json] = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "guild_id": str(world.guild_id),
            "guild": {"id": str(world.guild_id), "locale": "en-US", "features": []},
            "channel_id": str(interaction.channel.id),
            "channel": channel,
            "member": member,
            "app_permissions": str(world.held(world.bot, interaction.channel)),
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": str(world.guild_id)},
            "context": 0,
            "attachment_size_limit": FILE_BYTES,
        }
        if interaction.source is not None:
            stale = {"components": interaction.stale} if interaction.stale else {}
            event["message"] = self._board.payload(interaction.source) | stale
        return event

    def get(self, interaction_id: int) -> Interaction | None:
        return self._known.get(interaction_id)

    def expire(self, interaction: Interaction) -> None:
        """The 3 s have passed: whatever the bot answers from then on is refused."""
        if not interaction.answer:
            interaction.failed = True
        interaction.settled.set()

    def expire_due(self) -> None:
        """Expires all whose 3 s have passed by the clock."""
        for interaction in self._known.values():
            if not interaction.answer and self._world.clock.now() - interaction.created > TO_ANSWER:
                self.expire(interaction)

    def answer(self, interaction_id: int, token: str, body: Object, files: Mapping[int, File]) -> Interaction:
        """The callback. Raises 10062 too late, 40060 twice, 50035 for what does not fit."""
        interaction = self._known.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise api_error(10062)
        if interaction.answer:
            raise api_error(40060)
        if interaction.failed or self._world.clock.now() - interaction.created > TO_ANSWER:
            interaction.failed = True
            raise api_error(10062)
        kind = whole(body, "type")
        check_answer(interaction, kind)
        data = child(body, "data")
        if kind in (MESSAGE, DEFER):
            self._reply(interaction, data, files, loading=kind == DEFER)
        elif kind in (DEFER_UPDATE, UPDATE):
            interaction.original = interaction.source
            if kind == UPDATE and interaction.source is not None:
                self._edit(interaction.source, data, files)
        elif kind == CHOICES:
            form = Form()
            check_choices(form, ("data", "choices"), children(data, "choices"), interaction.option_kind)
            form.check()
            interaction.choices = children(data, "choices")
        else:
            self._open_modal(interaction, data)
        interaction.answer = kind
        if kind != DEFER:
            interaction.settled.set()
        return interaction

    def _reply(
        self, interaction: Interaction, data: Object, files: Mapping[int, File], *, loading: bool
    ) -> None:
        self._enter(interaction.channel)
        only = interaction.person if whole(data, "flags") & EPHEMERAL else None
        kind = PLAIN
        if interaction.kind == SLASH:
            kind = CONTEXT_COMMAND if interaction.menu else COMMAND
        elif interaction.kind == COMPONENT and interaction.source is not None and only is None:
            kind = REPLY
        message = self._board.create(
            interaction.channel,
            self._world.bot,
            {} if loading else data,
            {} if loading else files,
            kind=kind,
            only=only,
            origin=interaction.origin(),
            reference=interaction.source if kind == REPLY else None,
            loading=loading,
        )
        interaction.original = message
        interaction.replies.append(message)

    def _enter(self, channel: Channel) -> None:
        """Answers go wherever the interaction came from; an archived thread opens again."""
        if channel.id not in self._world.channels:
            raise api_error(10003)
        self._threads.enter(channel, may_manage=True)

    def _open_modal(self, interaction: Interaction, data: Object) -> None:
        form = Form()
        check_modal(form, data)
        form.check()
        interaction.modal = data
        self.open_forms[interaction.person.id] = interaction
        shown: dict[str, Json] = {
            "interaction": str(interaction.id),
            "channel": interaction.channel.name,
            "only": interaction.person.name,
            "modal": data,
        }
        channel = interaction.channel
        self._world.feed.add("modal", channel.id, channel.name, interaction.person.id, shown)

    def _edit(self, message: Message, data: Object, files: Mapping[int, File]) -> None:
        if message.channel.archived:
            raise api_error(50083)
        self._board.edit(message, data, files)

    def _live(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None or self._world.clock.now() - interaction.created > TO_FOLLOW_UP:
            raise api_error(50027)
        if not interaction.answer:
            raise api_error(10015)
        return interaction

    def follow_up(self, token: str, body: Object, files: Mapping[int, File]) -> Message:
        """A further message; the first one after a deferral fills the message that was promised."""
        interaction = self._live(token)
        self._enter(interaction.channel)
        original = interaction.original
        if interaction.answer == DEFER and original is not None and original.loading:
            self._edit(original, body, files)
            interaction.settled.set()
            return original
        only = interaction.person if whole(body, "flags") & EPHEMERAL else None
        message = self._board.create(
            interaction.channel,
            self._world.bot,
            body,
            files,
            kind=REPLY if original is not None and original.only is None and only is None else PLAIN,
            only=only,
            origin=interaction.origin(),
            reference=original if only is None and original is not None and original.only is None else None,
        )
        interaction.replies.append(message)
        return message

    def reply(self, token: str, which: str) -> Message:
        """The message `@original`, or the follow-up with this id. Raises 10008 where it is not there."""
        interaction = self._live(token)
        if which == "@original":
            message = interaction.original
        else:
            message = next((m for m in interaction.replies if str(m.id) == which), None)
            if message is None and interaction.source is not None and str(interaction.source.id) == which:
                message = interaction.source
        if message is None or (message.only is None and message.id not in message.channel.messages):
            raise api_error(10008)
        return message

    def edit_reply(self, token: str, which: str, body: Object, files: Mapping[int, File]) -> Message:
        message = self.reply(token, which)
        self._edit(message, body, files)
        self._by_token[token].settled.set()
        return message

    def delete_reply(self, token: str, which: str) -> None:
        message = self.reply(token, which)
        interaction = self._by_token[token]
        if message in interaction.replies:
            interaction.replies.remove(message)
        if message is interaction.original:
            interaction.original = None
        self._board.delete(message)
        interaction.settled.set()
