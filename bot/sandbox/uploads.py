"""Files: what bot and people attach, kept in memory and served under their own address."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator

from msgspec import Struct

from bot.sandbox.wire import Json
from bot.sandbox.world import World


class File(Struct, frozen=True):
    """A file as it came in, before it has an id."""

    filename: str
    data: bytes


class Upload(Struct, frozen=True):
    """A stored file; `owner` is who uploaded it, `place` the channel's id or 0 while it is unused."""

    id: int
    file: File
    owner: int
    place: int

    @property
    def path(self) -> str:
        return f"/attachments/{self.place}/{self.id}/{self.file.filename}"


class Uploads:
    """All files, by id."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._stored: dict[int, Upload] = {}
        # Known once the server listens: addresses of attachments are absolute.
        self.url = ""

    def store(self, file: File, owner: int, place: int = 0) -> Upload:
        # As on Discord, a name keeps letters, digits and ._- of what it was.
        plain = File(re.sub(r"[^\w.-]", "_", file.filename) or "unknown", file.data)
        upload = Upload(self._world.ids.draw(), plain, owner, place)
        self._stored[upload.id] = upload
        return upload

    def __iter__(self) -> Iterator[Upload]:
        return iter(self._stored.values())

    def put(self, upload: Upload) -> None:
        """One that was stored before, under its id."""
        self._stored[upload.id] = upload

    def clear(self) -> None:
        self._stored.clear()

    def get(self, upload_id: int) -> Upload | None:
        return self._stored.get(upload_id)

    def newest(self, owner: int, filename: str) -> Upload | None:
        """The last file of this name that this person uploaded."""
        theirs = [u for u in self._stored.values() if u.owner == owner and u.file.filename == filename]
        return theirs[-1] if theirs else None

    def payload(self, upload: Upload, *, description: str = "", ephemeral: bool = False) -> dict[str, Json]:
        """The attachment as Discord writes it in messages and interactions."""
        address = f"{self.url}{upload.path}"
        payload: dict[str, Json] = {
            "id": str(upload.id),
            "filename": upload.file.filename,
            "size": len(upload.file.data),
            "url": address,
            "proxy_url": address,
            "content_type": content_type(upload.file.filename),
        }
        if description:
            payload["description"] = description
        if ephemeral:
            payload["ephemeral"] = True
        return payload


def content_type(filename: str) -> str:
    """By the ending of the name; text is UTF-8."""
    guessed = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
