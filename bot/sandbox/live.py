"""The WebSocket of the keyboard: what a person sees, as it happens."""

from __future__ import annotations

import asyncio

from aiohttp import web

from bot.sandbox.window import Window
from bot.sandbox.wire import encode


class Live:
    """Frames are texts of JSON: `{"state"}` at first and after each change of it, and the events."""

    def __init__(self, window: Window) -> None:
        self._window = window

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Until either side goes; what the other side sends is not read."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        telling = asyncio.create_task(self._tell(socket, request))
        try:
            async for _ in socket:
                pass
        finally:
            telling.cancel()
            await asyncio.wait({telling})
        if not telling.cancelled():
            telling.result()
        return socket

    async def _tell(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        who, channel, after = self._window.view(request)
        feed = self._window.feed
        stirred = -1
        try:
            while not feed.closed:
                last, stirs = feed.last, feed.stirred
                if stirs > stirred:
                    await socket.send_str(encode({"state": self._window.table()}))
                for event in self._window.seen(after, who, channel):
                    await socket.send_str(encode(event.line()))
                after, stirred = last, stirs
                await feed.change(after, stirred)
            await socket.close(code=1001)
        except ConnectionError:
            return
