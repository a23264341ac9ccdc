"""Reading an export, in one file or in parts given in order."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from bot.ledger.canonical import NotCanonical, parse
from bot.ledger.entry import GENESIS, Link, read_entry
from rules.given import Given
from rules.refusal import Refused

FORMAT = 1
BEGINS = b'{"entry":'
_HASH = b',"hash":"'
_REST = re.compile(rb',"hash":"([0-9a-f]{64})","posts":\[.*\]\}\n')
_MOST = 2**53 - 1


class NotExported(Exception):
    """A line that no export holds, or an export that is cut."""


class Place(Struct, frozen=True):
    """A part of an entry (from 0) where it stands: Discord's ids, the hash of what was sent or b""."""

    part: int
    channel: int
    message: int
    content: bytes


class Line(Struct, frozen=True):
    """A line that holds an entry; `where` tells where it stands."""

    where: str
    data: bytes

    def framed(self) -> tuple[bytes, bytes]:
        """The bytes of the entry and the hash beside them, their form not looked at. Raises NotExported."""
        at = self.data.rfind(_HASH)
        rest = _REST.fullmatch(self.data, at) if at >= 0 else None
        if rest is None:
            link, _ = self.read()
            return link.body, link.hash
        return self.data[len(BEGINS) : at], bytes.fromhex(rest[1].decode())

    def read(self) -> tuple[Link, tuple[Place, ...]]:
        """The entry and its places, read strictly; `prev` is left empty. Raises NotExported."""
        try:
            given = Given(parse(_whole(self.data)), "the line")
            # In a canonical line the hash follows the entry, and neither holds what stands between them.
            body = self.data[len(BEGINS) : self.data.rfind(_HASH)]
            link, places = _link(given, body), tuple(_places(given))
            given.done()
        except (ValueError, Refused) as error:
            raise _wrong(self.where, error) from error
        return link, places


class Exported:
    """An export of one game. Once `lines` has run to its end, entries are found by their numbers."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = tuple(files)
        self._offsets = array("Q")
        self._before: list[int] = []
        """how many entries stand before each file"""

    def lines(self) -> Iterator[Line]:
        """The lines with entries, in order. Raises NotExported at the first that does not belong there."""
        self._offsets, self._before = array("Q"), []
        begun, ended, last = False, False, b""
        for file in self.files:
            self._before.append(len(self._offsets))
            for number, offset, data in _numbered(file):
                where = self._where(file, number)
                if ended:
                    raise NotExported(f"{where} stands after the end.")
                if not begun:
                    begun = bool(_read_head(where, data))
                elif data.startswith(BEGINS):
                    self._offsets.append(offset)
                    last = data
                    yield Line(where, data)
                else:
                    self._read_end(where, data, last)
                    ended = True
        if not ended:
            raise NotExported(f"The file is cut: after #{len(self._offsets)} its end line is missing.")

    @cached_property
    def game(self) -> int:
        """The number of the game, which the head tells. Raises NotExported."""
        with self.files[0].open("rb") as opened:
            return _read_head(self._where(self.files[0], 1), opened.readline())

    def holding(self, text: bytes) -> Iterator[Line]:
        """The lines with entries in which a text stands, whatever else the files hold."""
        for file in self.files:
            for number, _, data in _numbered(file):
                if text in data and data.startswith(BEGINS):
                    yield Line(self._where(file, number), data)

    def between(self, first: int, last: int) -> Iterator[Line]:
        """The lines of entries `first` to `last`, counted from 1."""
        while first <= last:
            place = bisect_right(self._before, first - 1) - 1
            file = self.files[place]
            following = self._before[place + 1] if place + 1 < len(self.files) else len(self._offsets)
            with file.open("rb") as opened:
                opened.seek(self._offsets[first - 1])
                for seq in range(first, min(last, following) + 1):
                    yield Line(f"#{seq}", opened.readline())
            first = following + 1

    def line(self, seq: int) -> Line:
        """The line of one entry. Raises NotExported where the file has none of that number."""
        if not 1 <= seq <= len(self._offsets):
            raise NotExported(f"The file has no #{seq}.")
        (line,) = self.between(seq, seq)
        return line

    def _where(self, file: Path, number: int) -> str:
        name = f"Line {number} of {file.name}" if len(self.files) > 1 else f"Line {number}"
        return f"{name}, after #{len(self._offsets)}," if self._offsets else name

    def _read_end(self, where: str, data: bytes, last: bytes) -> None:
        try:
            given = Given(parse(_whole(data)), "the line")
            end, head = given.integer("end", 0, _MOST), given.text("head")
            given.done()
        except (ValueError, Refused) as error:
            raise _wrong(where, error) from error
        seq = len(self._offsets)
        at = last.rfind(_HASH) + len(_HASH)
        stands = last[at : at + 64].decode(errors="replace") if last else GENESIS.hex()
        if (end, head) != (seq, stands):
            raise NotExported(
                f"The end line says #{end} {head[:16]}; the entries end at #{seq} {stands[:16]}."
            )


def _numbered(file: Path) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and bytes of each line."""
    offset = 0
    with file.open("rb") as opened:
        for number, data in enumerate(opened, 1):
            yield number, offset, data
            offset += len(data)


def _wrong(where: str, error: Exception) -> NotExported:
    return NotExported(f"{where} is no line of an export: {str(error).rstrip('.')}.")


def _whole(data: bytes) -> bytes:
    if not data.endswith(b"\n"):
        raise NotCanonical("it is cut")
    return data[:-1]


def _read_head(where: str, data: bytes) -> int:
    if not data:
        raise NotExported("The file is cut: nothing stands in it.")
    if data.startswith(BEGINS):
        raise NotExported(f"{where} is no line of an export: a head comes first; give all parts, in order.")
    try:
        given = Given(parse(_whole(data)), "the line")
        given.integer("export", FORMAT, FORMAT)
        game = given.integer("game", 1, _MOST)
        given.done()
    except (ValueError, Refused) as error:
        raise _wrong(where, error) from error
    return game


def _link(given: Given, body: bytes) -> Link:
    return Link(read_entry(given.raw("entry")), body, b"", digits(given.text("hash")))


def _places(given: Given) -> Iterator[Place]:
    for number, post in enumerate(given.objects("posts")):
        content = post.text("content")
        yield Place(
            post.integer("part", 0, _MOST, default=number),
            _id(post.text("channel")),
            _id(post.text("message")),
            digits(content) if content else b"",
        )
        post.done()


def digits(text: str) -> bytes:
    """32 bytes of 64 small hex digits. Raises ValueError."""
    read = bytes.fromhex(text)
    if len(read) != 32 or read.hex() != text:
        raise ValueError(f"{text[:20]!r} is not 64 small hex digits")
    return read


def _id(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or str(int(text)) != text or int(text) >= 2**63:
        raise ValueError(f"{text[:20]!r} is no id")
    return int(text)
