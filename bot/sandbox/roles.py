"""Roles of the server: who has which, as whoever manages it arranges that."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import payloads
from bot.sandbox.board import GUILDS
from bot.sandbox.gateway import Gateway
from bot.sandbox.wire import Json
from bot.sandbox.world import Person, Role, World

GUILD_MEMBERS = 1 << 1
"""an intent that is granted to few"""


class Roles:
    """The bot hears of a role that is made; of who has it, with the privileged intent alone."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def give(self, person: Person, names: Iterable[str]) -> None:
        """The person has these roles and no others; a role is made on first use."""
        person.roles = list(dict.fromkeys(self._made(name).id for name in names))
        told = {**self._guild(), **payloads.member(self._world, person)}
        self._gateway.dispatch("GUILD_MEMBER_UPDATE", GUILD_MEMBERS, told)

    def _made(self, name: str) -> Role:
        role = self._world.find_role(name)
        if role is None:
            role = self._world.add_role(name)
            told = {**self._guild(), "role": payloads.role(self._world, role)}
            self._gateway.dispatch("GUILD_ROLE_CREATE", GUILDS, told)
        return role

    def _guild(self) -> dict[str, Json]:
        return {"guild_id": str(self._world.guild_id)}
