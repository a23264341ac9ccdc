"""The API's door: reads the call, lets go wrong what shall, and writes the answer as Discord does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from aiohttp import web

from bot.sandbox.calls import Answer, Handler, Routes, read_call
from bot.sandbox.errors import ApiError, api_error
from bot.sandbox.faults import Fault, Faults, limited
from bot.sandbox.wire import Json, encode

BASE = "/api/v10"
# These carry their own token in the path.
OPEN = ("/interactions/", "/webhooks/")

# Method, path as the specification writes it, request body, status, answer's body.
Observer: TypeAlias = Callable[[str, str, Json, int, Json], None]


class Rest:
    """All routes. `unserved` names what was asked for and is not there."""

    def __init__(self, groups: list[Routes], faults: Faults, token: str, observe: Observer | None) -> None:
        self._handlers: dict[tuple[str, str], Handler] = {}
        for group in groups:
            self._handlers |= group
        self._faults = faults
        self._token = token
        self._observe = observe
        self.unserved: list[str] = []
        faults.routes = frozenset(f"{method} {template}" for method, template in self._handlers)

    def add_to(self, router: web.UrlDispatcher) -> None:
        # A fixed word goes before a parameter: @original, pins and @me are no ids.
        for method, template in sorted(self._handlers, key=lambda route: route[1].replace("{", "~")):
            router.add_route(method, BASE + template, self._serve(method, template))
        router.add_route("*", "/api/{rest:.*}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.unserved.append(f"{request.method} {request.path}")
        return _write(Answer({"message": "404: Not Found", "code": 0}, 404))

    def _serve(self, method: str, template: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        handler = self._handlers[(method, template)]

        async def serve(request: web.Request) -> web.StreamResponse:
            fault = self._faults.take(f"{method} {template}")
            if fault is not None and fault.deed == "delay":
                await asyncio.sleep(fault.seconds)
            payload: Json = None
            try:
                if (
                    not template.startswith(OPEN)
                    and request.headers.get("Authorization") != f"Bot {self._token}"
                ):
                    raise api_error(0)
                call = await read_call(request, template)
                payload = call.payload
                _go_wrong(fault)
                answer = handler(call)
            except ApiError as error:
                answer = Answer(error.body, error.status, error.headers)
            if self._observe is not None:
                self._observe(method, template, payload, answer.status, answer.body)
            if fault is not None and fault.deed == "hold":
                await asyncio.sleep(fault.seconds)
            return self._lose(request, answer, fault)

        return serve

    def _lose(self, request: web.Request, answer: Answer, fault: Fault | None) -> web.Response:
        if fault is None or fault.deed != "lose":
            return _write(answer)
        if fault.status is None:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        error = _failed(fault.status)
        return _write(Answer(error.body, error.status))


def _go_wrong(fault: Fault | None) -> None:
    if fault is None:
        return
    if fault.deed == "limit":
        raise limited(fault.seconds, via=fault.via, everywhere=fault.everywhere)
    if fault.deed == "refuse":
        raise _failed(fault.status or 500)


def _failed(status: int) -> ApiError:
    return ApiError(status, {"message": f"{status}: fault on demand", "code": 0})


def _write(answer: Answer) -> web.Response:
    if answer.body is None:
        return web.Response(status=answer.status, headers=answer.headers)
    body = encode(answer.body).encode()
    return web.Response(
        status=answer.status, body=body, headers=answer.headers, content_type="application/json"
    )
