"""The gateway: the WebSocket over which the bot hears of events, and their replay after a break."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.sandbox import payloads
from bot.sandbox.wire import Json, Object, as_object, child, decode, encode, text, whole
from bot.sandbox.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
IGNORED = (3, 4, 8)
HEARTBEAT_MS = 41250
ACK_SECONDS = 0.05
REPLAYED = 10_000
# Members, presences, message content: refused to an application to which they are not granted.
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)


class Connection:
    """One WebSocket; frames leave in the order in which they were queued."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        # discord.py takes text whatever it asked for; zstd has no encoder in the standard library.
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self._frames: asyncio.Queue[str | int] = asyncio.Queue()
        self.closing = False

    def send(self, frame: str) -> None:
        self._frames.put_nowait(frame)

    def close(self, code: int) -> None:
        """Closes with this code once all that was queued is sent."""
        self._frames.put_nowait(code)

    async def pump(self) -> None:
        """Sends until it is cancelled; a closed socket drops what is left, the session still has it."""
        while not self.socket.closed:
            frame = await self._frames.get()
            try:
                if isinstance(frame, int):
                    self.closing = True
                    await self.socket.close(code=frame)
                elif self._deflate is None:
                    await self.socket.send_str(frame)
                else:
                    packed = self._deflate.compress(frame.encode())
                    await self.socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return

    def abort(self) -> None:
        """Cuts the line without a word, as a network does."""
        if self._request.transport is not None:
            self._request.transport.abort()


@dataclass(slots=True, eq=False)
class Session:
    """A client that has identified itself; `sent` is kept for its RESUME."""

    id: str
    intents: int
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    connection: Connection | None = None

    def dispatch(self, event: str, data: str) -> None:
        self.seq += 1
        frame = f'{{"op":{DISPATCH},"s":{self.seq},"t":"{event}","d":{data}}}'
        self.sent.append((self.seq, frame))
        if self.connection is not None:
            self.connection.send(frame)


class Gateway:
    """All sessions. `privileged` are the intents granted to the application."""

    def __init__(self, world: World, token: str, privileged: int) -> None:
        self._world = world
        self._token = token
        self._refused = PRIVILEGED & ~privileged
        self.sessions: dict[str, Session] = {}
        self.url = ""
        self.down = False
        self._begun = 0
        self._changed = asyncio.Event()

    @property
    def ready(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(session.connection for session in self.sessions.values())

    async def until(self, ready: bool) -> None:
        """Returns once a bot is connected and identified, or once none is."""
        while self.ready is not ready:
            await self._changed.wait()

    def _connect(self, session: Session, connection: Connection | None) -> None:
        session.connection = connection
        # Whoever waits holds the old event; the next one who waits gets a fresh one.
        self._changed.set()
        self._changed = asyncio.Event()
        self._world.feed.stir()

    def dispatch(self, event: str, intent: int, data: Object) -> None:
        """To every session that asked for the intent; 0 is sent to all."""
        encoded = encode(data)
        for session in self.sessions.values():
            if not intent or session.intents & intent:
                session.dispatch(event, encoded)

    def drop(self, code: int | None = None) -> None:
        """Ends every connection: with this close code, or without a word. Sessions can be resumed."""
        for session in self.sessions.values():
            if session.connection is None:
                continue
            if code is None:
                session.connection.abort()
            else:
                session.connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Opcode 7."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.send(encode({"op": RECONNECT, "d": None}))

    def forget_sessions(self) -> None:
        """Cuts the connections; a RESUME is answered with INVALID_SESSION, and what was missed is lost."""
        self.drop()
        self.sessions.clear()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """The whole life of one connection."""
        if self.down:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, request)
        pump = asyncio.create_task(connection.pump())
        connection.send(encode({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}}))
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    await socket.close(code=4002)
                    break
                session = await self._hear(connection, session, str(frame.data))
        finally:
            if session is not None and session.connection is connection:
                self._connect(session, None)
                if not connection.closing and socket.close_code in (1000, 1001):
                    # A client that says goodbye gives its session up.
                    self.sessions.pop(session.id, None)
            # A pump that is saying goodbye must come to the end of it.
            if not connection.closing:
                pump.cancel()
            await asyncio.wait({pump})
        return socket

    async def _hear(self, connection: Connection, session: Session | None, frame: str) -> Session | None:
        try:
            message = as_object(decode(frame))
        except ValueError:
            await connection.socket.close(code=4002)
            return session
        op = whole(message, "op", -1)
        if op == HEARTBEAT:
            # discord.py notes the time of a beat once it is sent; an answer before that is told as late.
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, encode({"op": ACK}))
        elif op == IDENTIFY and session is None:
            return await self._identify(connection, child(message, "d"))
        elif op == RESUME and session is None:
            return await self._resume(connection, child(message, "d"))
        elif op in (IDENTIFY, RESUME):
            await connection.socket.close(code=4005)
        elif session is None:
            await connection.socket.close(code=4003)
        elif op not in IGNORED:
            await connection.socket.close(code=4001)
        return session

    async def _identify(self, connection: Connection, body: Object) -> Session | None:
        intents = whole(body, "intents")
        if text(body, "token") != self._token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        if intents & self._refused:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        self._begun += 1
        session = Session(f"{self._begun:032x}", intents)
        self.sessions[session.id] = session
        self._connect(session, connection)
        world = self._world
        ready: dict[str, Json] = {
            "v": 10,
            "user": payloads.own_user(world.bot),
            "guilds": [{"id": str(world.guild_id), "unavailable": True}] if world.bot_is_member else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.dispatch("READY", encode(ready))
        if intents & 1 and world.bot_is_member:
            session.dispatch("GUILD_CREATE", encode(payloads.guild_create(world)))
        return session

    async def _resume(self, connection: Connection, body: Object) -> Session | None:
        session = self.sessions.get(text(body, "session_id"))
        seq = whole(body, "seq", -1)
        if text(body, "token") != self._token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        if session is None or seq > session.seq or not _covers(session, seq):
            connection.send(encode({"op": INVALID_SESSION, "d": False}))
            return None
        if session.connection is not None:
            session.connection.abort()
        for number, frame in session.sent:
            if number > seq:
                connection.send(frame)
        self._connect(session, connection)
        session.dispatch("RESUMED", "{}")
        return session


def _covers(session: Session, seq: int) -> bool:
    """Whether all that was sent after `seq` is still there to be replayed."""
    return seq == session.seq or bool(session.sent and session.sent[0][0] <= seq + 1)
