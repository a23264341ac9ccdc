"""Typed lines sent to the keyboard of a sandbox, in this process or another."""

from __future__ import annotations

import io
from pathlib import Path

import aiohttp

from bot.sandbox.lines import read_upload
from bot.sandbox.wire import Object, as_object, decode, text
from bot.sandbox.wrong import WrongUse


class Typist:
    """Keeps in mind in which channel the lines happen; `keyboard` is the address of the JSON interface."""

    def __init__(self, session: aiohttp.ClientSession, keyboard: str, channel: str = "table") -> None:
        self._session = session
        self._keyboard = keyboard
        self.channel = channel

    async def type(self, line: str) -> Object:
        """What came of the line, as POST line gives it. Raises WrongUse with the sentence of a 400."""
        upload = read_upload(line)
        if upload is not None:
            return await self._upload(upload.person, Path(upload.path))
        outcome = await self._post("line", json={"line": line, "channel": self.channel})
        self.channel = text(outcome, "channel", self.channel)
        return outcome

    async def _upload(self, person: str, path: Path) -> Object:
        form = aiohttp.FormData()
        form.add_field("as", person)
        form.add_field("file", io.BytesIO(_read(path)), filename=path.name)
        return await self._post("upload", data=form)

    async def _post(
        self, word: str, *, json: Object | None = None, data: aiohttp.FormData | None = None
    ) -> Object:
        async with self._session.post(f"{self._keyboard}/{word}", json=json, data=data) as response:
            outcome = as_object(decode(await response.read()))
        if response.status != 200:
            raise WrongUse(text(outcome, "error", f"The sandbox answered {response.status}."))
        return outcome


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WrongUse(f"The file {path} cannot be read: {error.strerror}.") from error
