"""The bot's commands as it has synced them, for everyone and for the server."""

from __future__ import annotations

from collections.abc import Iterator

from bot.sandbox.definitions import CHAT, GROUP, SUBCOMMAND, check_commands
from bot.sandbox.wire import Json, Object, children, kept, text, whole
from bot.sandbox.world import World


class Commands:
    """`None` stands for the global list, as Discord keeps the two apart."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lists: dict[int | None, list[Object]] = {None: [], world.guild_id: []}
        # Every slash command that can be called, by its full name: the command, its options' definitions.
        self.paths: dict[str, tuple[Object, list[Object]]] = {}
        self.option_names: dict[str, list[str]] = {}

    def listed(self, guild_id: int | None) -> list[Object]:
        return self._lists[guild_id]

    def sync(self, guild_id: int | None, definitions: list[Object]) -> list[Object]:
        """Replaces the list; a command that keeps its name and type keeps its id. Raises 50035."""
        check_commands(definitions)
        old = {(whole(c, "type"), text(c, "name")): c for c in self._lists[guild_id]}
        self._replace(guild_id, [self._registered(d, guild_id, old) for d in definitions])
        return self._lists[guild_id]

    def _replace(self, guild_id: int | None, commands: list[Object]) -> None:
        self._lists[guild_id] = commands
        self.paths.clear()
        for command in self.usable():
            if whole(command, "type") == CHAT:
                for name, options in _paths(text(command, "name"), children(command, "options")):
                    self.paths.setdefault(name, (command, options))
        self.option_names = {
            name: [text(option, "name") for option in options] for name, (_, options) in self.paths.items()
        }
        self._world.feed.stir()

    def _registered(
        self, definition: Object, guild_id: int | None, old: dict[tuple[int, str], Object]
    ) -> dict[str, Json]:
        kind = whole(definition, "type", CHAT)
        known = old.get((kind, text(definition, "name")))
        needed = definition.get("default_member_permissions")
        full: dict[str, Json] = {
            "nsfw": False,
            "contexts": None,
            **definition,
            "integration_types": definition.get("integration_types") or [0],
            # Taken as a number too, given back as a string.
            "default_member_permissions": None if needed is None else str(needed),
            "type": kind,
            "description": text(definition, "description"),
            "options": [_option(option) for option in children(definition, "options")],
            "id": text(known, "id") if known else str(self._world.ids.draw()),
            "application_id": str(self._world.application_id),
        }
        if guild_id is not None:
            full["guild_id"] = str(guild_id)
        same = known is not None and {**known, "version": ""} == {**full, "version": ""}
        full["version"] = text(known, "version") if known and same else str(self._world.ids.draw())
        return full

    def remove(self, guild_id: int | None, command_id: int) -> bool:
        """Whether there was one."""
        before = self._lists[guild_id]
        self._replace(guild_id, [c for c in before if whole(c, "id") != command_id])
        return len(before) != len(self._lists[guild_id])

    def usable(self) -> list[Object]:
        """What people find in the server: its own commands and those for everyone, its own first."""
        own, everyone = self._lists[self._world.guild_id], self._lists[None]
        return [*own, *everyone]

    def find(self, kind: int, name: str) -> Object | None:
        return next((c for c in self.usable() if whole(c, "type") == kind and text(c, "name") == name), None)


def _paths(name: str, options: list[Object]) -> Iterator[tuple[str, list[Object]]]:
    nested = [option for option in options if whole(option, "type") in (SUBCOMMAND, GROUP)]
    if not nested:
        yield name, options
    for option in nested:
        yield from _paths(f"{name} {text(option, 'name')}", children(option, "options"))


def _option(option: Object) -> Object:
    """As Discord gives it back: what is null is left out."""
    full = kept(option)
    if "options" in full:
        full["options"] = [_option(inner) for inner in children(option, "options")]
    return full
