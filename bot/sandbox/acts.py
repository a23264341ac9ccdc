"""What people do: commands, buttons, forms, plain messages, within what Discord's client lets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import islice

from bot.sandbox import definitions
from bot.sandbox.board import Board
from bot.sandbox.commands import Commands
from bot.sandbox.forms import filled
from bot.sandbox.gateway import Gateway
from bot.sandbox.interaction import AUTOCOMPLETE, COMPONENT, MODAL, SLASH, Interaction
from bot.sandbox.interactions import Interactions
from bot.sandbox.options import Options
from bot.sandbox.parts import BUTTON, LINK, STRING_SELECT, parts_of
from bot.sandbox.permissions import MANAGE_THREADS, VIEW
from bot.sandbox.threads import Threads
from bot.sandbox.uploads import Uploads
from bot.sandbox.wire import Json, Object, child, children, text, whole, yes
from bot.sandbox.world import Channel, Message, Person, World
from bot.sandbox.wrong import WrongUse, known


class Acts:
    """Each act makes an interaction, or a message, and sends it to the bot. Raises WrongUse."""

    def __init__(
        self,
        board: Board,
        threads: Threads,
        uploads: Uploads,
        commands: Commands,
        interactions: Interactions,
        gateway: Gateway,
    ) -> None:
        self._board = board
        self._world: World = board.world
        self._threads = threads
        self._uploads = uploads
        self._commands = commands
        self._interactions = interactions
        self._gateway = gateway

    def _enter(self, person: Person, channel: Channel) -> None:
        if not self._world.bot_is_member:
            raise WrongUse("The bot is not in this server; the fault `invite` lets it in again.")
        held = self._world.held(person, channel)
        if not held & VIEW:
            raise WrongUse(f"{person.name} cannot see #{channel.name}.")
        if channel.locked and not held & MANAGE_THREADS:
            raise WrongUse(f"#{channel.name} is locked.")
        self._threads.enter(channel, may_manage=True)

    def _deliver(self, interaction: Interaction, *, twice: bool = False) -> Interaction:
        if not self._gateway.sessions:
            raise WrongUse("No bot is connected: start one with this sandbox's address and token.")
        event = self._interactions.event(interaction)
        for _ in range(2 if twice else 1):
            self._gateway.dispatch("INTERACTION_CREATE", 0, event)
        return interaction

    def slash(
        self, person: Person, channel: Channel, name: str, given: Mapping[str, Json], *, twice: bool = False
    ) -> Interaction:
        """`name` is the full name, `game new`; `given` are the options as typed."""
        self._enter(person, channel)
        command, defined = self._command(person, channel, name)
        options = Options(self._world, self._uploads, person, channel)
        data = _command_data(command, name, options.read(defined, given), options.resolved)
        return self._deliver(
            self._interactions.begin(SLASH, person, channel, data, command=name), twice=twice
        )

    def autocomplete(
        self, person: Person, channel: Channel, name: str, given: Mapping[str, Json], focused: str
    ) -> Interaction:
        """Asks the bot for choices while the option `focused` is being typed."""
        self._enter(person, channel)
        command, defined = self._command(person, channel, name)
        option = next((o for o in defined if text(o, "name") == focused), None)
        if option is not None and not yes(option, "autocomplete"):
            raise WrongUse(f"The option {focused!r} of /{name} has no autocomplete.")
        options = Options(self._world, self._uploads, person, channel)
        data = _command_data(command, name, options.read(defined, given, focused), options.resolved)
        kind = whole(option, "type") if option else 0
        begun = self._interactions.begin(AUTOCOMPLETE, person, channel, data, option_kind=kind)
        return self._deliver(begun)

    def _command(self, person: Person, channel: Channel, name: str) -> tuple[Object, list[Object]]:
        paths = self._commands.paths
        if name not in paths:
            raise WrongUse(f"There is no command /{name}. {known(['/' + p for p in paths], 'There are')}")
        command, defined = paths[name]
        self._allow(person, channel, command)
        return command, defined

    def _allow(self, person: Person, channel: Channel, command: Object) -> None:
        needed = whole(command, "default_member_permissions")
        if self._world.held(person, channel) & needed != needed:
            raise WrongUse(f"{person.name} may not use /{text(command, 'name')}.")

    def menu(
        self, person: Person, channel: Channel, name: str, message: Message, *, twice: bool = False
    ) -> Interaction:
        """A command of the context menu of a message: the bot gets the message with all it holds."""
        self._enter(person, channel)
        command = self._commands.find(definitions.MESSAGE_MENU, name)
        if command is None:
            menus = [
                text(c, "name")
                for c in self._commands.usable()
                if whole(c, "type") == definitions.MESSAGE_MENU
            ]
            raise WrongUse(f"There is no menu command {name!r}. {known(menus, 'There are')}")
        self._allow(person, channel, command)
        shown = self._board.full_payload(message)
        data = _command_data(command, name, [], {"messages": {str(message.id): shown}})
        data["target_id"] = str(message.id)
        begun = self._interactions.begin(SLASH, person, channel, data, command=name, menu=True)
        return self._deliver(begun, twice=twice)

    def seen(self, person: Person | None, channel: Channel) -> Iterator[Message]:
        """The messages that this person, or everyone, sees there, newest first, ephemeral ones among them."""
        hidden = reversed(self._board.ephemeral.values())
        theirs = (m for m in hidden if m.only is person and m.channel is channel)
        yield from merge(
            reversed(channel.messages.values()), theirs, key=lambda message: message.id, reverse=True
        )

    def message(self, person: Person, channel: Channel, message_id: int) -> Message:
        found = next((m for m in self.seen(person, channel) if m.id == message_id), None)
        if found is None:
            raise WrongUse(f"{person.name} sees no message {message_id} in #{channel.name}.")
        return found

    def find_part(
        self,
        person: Person,
        channel: Channel,
        label: str,
        message: Message | None = None,
        stale: list[Object] | None = None,
    ) -> tuple[Message, Object]:
        """The part with this label, placeholder or custom_id, on the message or the newest that has it.

        `stale` are the components that a telephone still shows in place of the message's own.
        """
        for candidate in [message] if message else self.seen(person, channel):
            for part in parts_of(stale or candidate.components):
                if label in (text(part, "custom_id"), _label(part)):
                    return candidate, part
        there = [message] if message else islice(self.seen(person, channel), 20)
        labels = [_label(part) for m in there for part in parts_of(m.components)]
        raise WrongUse(
            f"No button or list {label!r} is there. {known(list(dict.fromkeys(labels)), 'There are')}"
        )

    def click(
        self,
        person: Person,
        channel: Channel,
        message: Message,
        part: Object,
        values: list[str],
        stale: list[Object] | None = None,
        *,
        twice: bool = False,
    ) -> Interaction:
        """Presses a button, or picks `values` (values or labels) from a list, also from a stale one."""
        self._enter(person, channel)
        if yes(part, "disabled"):
            raise WrongUse(f"{_label(part)!r} is disabled.")
        if whole(part, "type") == BUTTON and whole(part, "style") == LINK:
            raise WrongUse(f"{_label(part)!r} is a link to {text(part, 'url')}.")
        data: dict[str, Json] = {
            "custom_id": text(part, "custom_id"),
            "component_type": whole(part, "type"),
            "id": whole(part, "id"),
        }
        if whole(part, "type") == STRING_SELECT:
            data["values"] = picked(part, values)
        elif whole(part, "type") != BUTTON:
            raise WrongUse(
                f"{_label(part)!r} is a list of a kind that cannot be used here; string lists can."
            )
        elif values:
            raise WrongUse(f"{_label(part)!r} is a button and takes no values.")
        begun = self._interactions.begin(COMPONENT, person, channel, data, source=message)
        begun.stale = stale
        return self._deliver(begun, twice=twice)

    def submit(
        self, person: Person, opener: Interaction | None, fields: Mapping[str, Json], *, twice: bool = False
    ) -> Interaction:
        """Sends the form that `opener` has opened, or the last that was opened for this person."""
        opener = opener or self._interactions.open_forms.get(person.id)
        if opener is None or opener.modal is None or opener.person is not person:
            raise WrongUse(f"No form is open for {person.name}.")
        resolved: dict[str, Json] = {}
        data: dict[str, Json] = {
            "custom_id": text(opener.modal, "custom_id"),
            "components": filled(opener.modal, fields, self._uploads, person, resolved),
        }
        if resolved:
            data["resolved"] = resolved
        self._enter(person, opener.channel)
        begun = self._interactions.begin(MODAL, person, opener.channel, data, source=opener.source)
        self._interactions.open_forms.pop(person.id, None)
        return self._deliver(begun, twice=twice)

    def say(self, person: Person, channel: Channel, content: str) -> Message:
        """A plain message of a person, which may mention others as @name."""
        self._enter(person, channel)
        return self._board.create(channel, person, {"content": self._linked(content)}, {})

    def _linked(self, content: str) -> str:
        for other in sorted(self._world.people.values(), key=lambda p: len(p.name), reverse=True):
            content = content.replace(f"@{other.name}", f"<@{other.id}>")
        return content


def _label(part: Object) -> str:
    """What a person reads on it; of a button without words its emoji."""
    words = text(part, "label") or text(part, "placeholder") or text(child(part, "emoji"), "name")
    return words or text(part, "custom_id")


def picked(part: Object, values: list[str]) -> list[Json]:
    """The values of the options with these values or labels, as many as the list allows."""
    options = children(part, "options")
    chosen: list[Json] = []
    for value in values:
        found = next((o for o in options if value in (text(o, "value"), text(o, "label"))), None)
        if found is None:
            labels = [text(o, "label") for o in options]
            raise WrongUse(f"{_label(part)!r} has no {value!r}. {known(labels, 'It has')}")
        chosen.append(text(found, "value"))
    low, high = whole(part, "min_values", 1), whole(part, "max_values", 1)
    if not low <= len(chosen) <= high:
        raise WrongUse(f"{_label(part)!r} takes {low} to {high} values, not {len(chosen)}.")
    return chosen


def _command_data(
    command: Object, name: str, options: list[Json], resolved: Mapping[str, Json]
) -> dict[str, Json]:
    words = name.split(" ")[1:] if whole(command, "type") == definitions.CHAT else []
    nested = options
    for depth, word in reversed(list(enumerate(words))):
        kind = definitions.GROUP if depth == 0 and len(words) == 2 else definitions.SUBCOMMAND
        nested = [{"name": word, "type": kind, "options": nested}]
    data: dict[str, Json] = {
        "id": text(command, "id"),
        "name": text(command, "name"),
        "type": whole(command, "type"),
        "options": nested,
    }
    if resolved:
        data["resolved"] = resolved
    if "guild_id" in command:
        data["guild_id"] = text(command, "guild_id")
    return data
