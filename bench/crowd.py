"""How long an answer takes over the loopback while 16 people play eight games.

    python -P bench/crowd.py [COMMANDS]

The bot runs in a process of its own against a sandbox in this one. Everybody gives a command a second, far
more than people do; then all of them as fast as they are answered. Latency runs from the press of the key to
the answer at the keyboard. Prints what else the machine is at, the median and the 95th of each 100; exits 1
where the paced 95th is over 100 ms.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

import aiohttp

from bot.sandbox.server import Sandbox

PEOPLE = 16
GOAL_MS = 100
SERVE = """
import os, sys
from bot.__main__ import main
from bot.sandbox.point import point_discord_at
point_discord_at(sys.argv[1])
os.environ.update(REFEREE_TOKEN="sandbox", REFEREE_DATABASE=sys.argv[2], REFEREE_COOLDOWN="1000")
main(["run"])
"""
NEW = "/game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:3"
SIDES = (("German", "4-6-7"), ("Russian", "4-4-7"))
ROUND = (
    "/mc result:NMC location:{place}",
    "/dr purpose:IFT drm:+2 building",
    "/roster show location:{place}",
    "/select location:{place}",
    "/roll dice:3d6+1",
    "/mc result:PTC location:{place}",
    "/game show",
    "/roster add counter:{counter} squad location:{place}",
)


@asynccontextmanager
async def table() -> AsyncIterator[Sandbox]:
    """A sandbox that a referee in another process is ready at."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", SERVE, sandbox.url, str(Path(folder) / "crowd.db")),
                stderr=asyncio.subprocess.PIPE,
            )
            assert process.stderr is not None
            while b"ready as" not in (line := await process.stderr.readline()):
                if not line:
                    raise RuntimeError("the referee ended before it was ready")
            try:
                await sandbox.ready()
                yield sandbox
            finally:
                process.terminate()
                await process.communicate()


class Person:
    """One of two at a game: person n plays in channel n // 2."""

    def __init__(self, session: aiohttp.ClientSession, keyboard: str, number: int) -> None:
        self._session, self._keyboard = session, keyboard
        self.name, self.channel = f"p{number}", f"c{number // 2}"
        self.side, self.counter = SIDES[number % 2]
        self.place = f"{'GK'[number % 2]}5"

    async def post(self, word: str, **body: str) -> None:
        async with self._session.post(f"{self._keyboard}/{word}", json={"as": self.name, **body}) as response:
            assert response.status == 200, await response.text()
            await response.read()

    async def timed(self, line: str) -> float:
        """Milliseconds until the line was answered."""
        begun = time.perf_counter()
        await self.post("slash", channel=self.channel, line=line)
        return 1000 * (time.perf_counter() - begun)

    def lines(self) -> Iterator[str]:
        return (line.format(place=self.place, counter=self.counter) for line in cycle(ROUND))


async def play(people: list[Person], each: int, pace: float) -> list[float]:
    """Everybody gives `each` commands, one in `pace` seconds; the latencies of all."""

    async def one(place: int, person: Person) -> list[float]:
        await asyncio.sleep(pace * place / len(people))
        taken: list[float] = []
        for _, line in zip(range(each), person.lines(), strict=False):
            taken.append(await person.timed(line))
            await asyncio.sleep(max(0.0, pace - taken[-1] / 1000))
        return taken

    return [ms for taken in await asyncio.gather(*map(one, range(PEOPLE), people)) for ms in taken]


async def main(commands: int) -> int:
    async with table() as sandbox, aiohttp.ClientSession() as session:
        people = [Person(session, sandbox.keyboard, number) for number in range(PEOPLE)]
        for place, person in enumerate(people):
            if place % 2 == 0:
                await person.post("channels", name=person.channel)
                await person.timed(NEW)
            await person.timed(f"/game join side:{person.side}")
        for person in people:
            await person.timed(f"/roster add counter:{person.counter} squad location:{person.place} number:4")
        each = max(1, -(-commands // PEOPLE))
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before it begins")
        paced = told("a command a second each", await play(people, each, 1.0))
        told("as fast as answered", await play(people, each, 0.0))
    return 0 if paced <= GOAL_MS else 1


def told(how: str, taken: list[float]) -> float:
    """The 95th of 100 in milliseconds."""
    late = quantiles(taken, n=100)[94]
    print(f"{how}: {len(taken)} commands, median {median(taken):.0f} ms, 95th of 100 {late:.0f} ms")
    return late


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 400)))
