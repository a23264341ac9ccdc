"""People, channels, threads and permissions, as whoever manages the server arranges them."""

from __future__ import annotations

from bot.sandbox.faults import Faults
from bot.sandbox.permissions import bits
from bot.sandbox.request import Act, Request
from bot.sandbox.roles import Roles
from bot.sandbox.threads import Threads
from bot.sandbox.wire import Json, as_list, text
from bot.sandbox.world import World


class Scenery:
    """Acts at the keyboard that set up the server. Raises WrongUse."""

    def __init__(self, world: World, threads: Threads, faults: Faults, roles: Roles) -> None:
        self._world = world
        self._threads = threads
        self._faults = faults
        self._roles = roles

    def acts(self) -> dict[str, Act]:
        """What can be posted, by the last word of the path."""
        return {
            "people": self.people,
            "channels": self.channels,
            "threads": self.threads,
            "permissions": self.permissions,
        }

    async def people(self, request: Request) -> Json:
        name = request.demand("name")
        person = self._world.person(name)
        if "permissions" in request.body:
            person.granted = bits(str(p) for p in as_list(request.body["permissions"]))
        if "roles" in request.body:
            self._roles.give(person, [str(name) for name in as_list(request.body["roles"])])
        held: list[Json] = [self._world.roles[role].name for role in person.roles]
        return {"id": str(person.id), "name": person.name, "roles": held}

    async def channels(self, request: Request) -> Json:
        channel = self._threads.open_channel(request.demand("name"))
        return {"id": str(channel.id), "name": channel.name}

    async def threads(self, request: Request) -> Json:
        thread = self._threads.open_thread(request.channel(), request.demand("name"), request.person())
        return {"id": str(thread.id), "name": thread.name}

    async def permissions(self, request: Request) -> Json:
        denied = [str(name) for name in as_list(request.body.get("deny"))]
        self._faults.deny(request.channel().name, denied, text(request.body, "who"))
        return {"channel": request.channel().name, "denied": denied}
