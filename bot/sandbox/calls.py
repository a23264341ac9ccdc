"""One call of the API: what came in, and what goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from aiohttp import BodyPartReader, web
from msgspec import Struct, field

from bot.sandbox.errors import api_error
from bot.sandbox.uploads import File
from bot.sandbox.wire import EMPTY, Json, Object, as_list, as_object, decode

FILE_FIELD = re.compile(r"files\[(\d+)\]")


class Call(Struct, frozen=True):
    """`template` is the path as the specification writes it; `files` are the parts files[n] of a form."""

    method: str
    template: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    payload: Json
    files: Mapping[int, File]

    @property
    def route(self) -> str:
        return f"{self.method} {self.template}"

    @property
    def body(self) -> Object:
        return as_object(self.payload)

    @property
    def listed(self) -> list[Object]:
        """The body as a list of objects."""
        return [item for item in as_list(self.payload) if isinstance(item, dict)]

    def snowflake(self, name: str) -> int:
        """An id of the path; 0, which nothing has, where it is no number."""
        value = self.path[name]
        return int(value) if value.isascii() and value.isdigit() else 0

    def number(self, name: str) -> int | None:
        """A number of the query string."""
        value = self.query.get(name, "")
        return int(value) if value.isascii() and value.isdigit() else None


class Answer(Struct, frozen=True):
    """None as the body is an empty answer, 204."""

    body: Json = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


EMPTY_ANSWER = Answer(None, 204)
Handler: TypeAlias = Callable[[Call], Answer]
Routes: TypeAlias = Mapping[tuple[str, str], Handler]


async def read_call(request: web.Request, template: str) -> Call:
    """Raises 50109 where a body is no JSON."""
    payload: Json = None
    files: dict[int, File] = {}
    if request.content_type == "multipart/form-data":
        payload, files = await _read_form(request)
    elif request.can_read_body:
        payload = _parse(await request.read())
    return Call(request.method, template, request.match_info, request.query, payload, files)


async def _read_form(request: web.Request) -> tuple[Json, dict[int, File]]:
    payload: Json = EMPTY
    files: dict[int, File] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        found = FILE_FIELD.fullmatch(part.name or "")
        if found:
            files[int(found[1])] = File(part.filename or "unknown", bytes(await part.read()))
        elif part.name == "payload_json":
            payload = _parse(bytes(await part.read()))
    return payload, files


def _parse(raw: bytes) -> Json:
    if not raw:
        return None
    try:
        return decode(raw)
    except ValueError:
        raise api_error(50109) from None
