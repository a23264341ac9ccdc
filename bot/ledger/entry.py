"""Entries and the hash chain over them: arithmetic only."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from bot.ledger.canonical import canonical
from bot.ledger.dice import Draw
from rules.given import Given, refuse, show
from rules.json import Json, Object

FORMAT = 1
GENESIS = bytes(32)
SHOWN_DIGITS = 16
AMENDS = "amends"
"""the key of the inputs that names the ruling amended"""


class Kind(StrEnum):
    """What an entry is: one interaction each."""

    OPENED = "opened"
    JOINED = "joined"
    SEATED = "seated"
    HOSTED = "hosted"
    MOVED = "moved"
    SET = "set"
    EPOCH = "epoch"
    CUT = "cut"
    TURN = "turn"
    ROSTER = "roster"
    ROLLED = "rolled"
    RULING = "ruling"
    ASKED = "asked"
    DECLINED = "declined"
    VOIDED = "voided"
    ENDED = "ended"
    DESK = "desk"


LASTING = frozenset(
    {Kind.OPENED, Kind.JOINED, Kind.SEATED, Kind.HOSTED, Kind.MOVED, Kind.EPOCH, Kind.CUT, Kind.ENDED}
)
"""what no entry voids: the dice follow from seeds, cuts and reveals, and seats say whose consent counts"""
SEEDS = frozenset({"epoch_opened", "epoch_revealed", "epoch_closed", "cut"})
"""events that stay wherever they stand"""


def lasts(kind: str, tags: Iterable[str]) -> bool:
    """Whether an entry of this kind, whose events have these tags, can never be void."""
    return kind in LASTING or not SEEDS.isdisjoint(tags)


class Entry(Struct, frozen=True):
    """One entry of a game's ledger; `seq` counts from 1 without gaps.

    `request` is the id of the interaction that caused it, `actor` a pseudonym, `at` UTC to the
    millisecond, `inputs` the request as `referee resolve` takes it, `events` their stored form, `read`
    and `written` the ids of pieces, `answers` the seq of the question answered (0: none), `voids` the
    entries that it strikes, `reason` why; a ruling that voids stands in the place of the first of them.
    `rules` is the hash of the rules that were applied.
    """

    game: int
    seq: int
    kind: Kind
    epoch: int
    request: str
    actor: str
    at: str
    command: str
    inputs: Object
    dice: tuple[Draw, ...]
    events: tuple[Object, ...]
    read: tuple[str, ...]
    written: tuple[str, ...]
    answers: int
    voids: tuple[int, ...]
    reason: str
    rules: str

    @property
    def amends(self) -> int:
        """The ruling in whose place this one was proposed or stands; 0: none."""
        seq = self.inputs.get(AMENDS)
        return seq if isinstance(seq, int) else 0

    def body(self) -> bytes:
        """The bytes that are stored, hashed and exported."""
        return canonical(
            {
                "v": FORMAT,
                "game": self.game,
                "seq": self.seq,
                "kind": self.kind,
                "epoch": self.epoch,
                "request": self.request,
                "actor": self.actor,
                "at": self.at,
                "command": self.command,
                "inputs": self.inputs,
                "dice": [_written(draw) for draw in self.dice],
                "events": list(self.events),
                "read": list(self.read),
                "written": list(self.written),
                "answers": self.answers,
                "voids": list(self.voids),
                "reason": self.reason,
                "rules": self.rules,
            }
        )


class Link(Struct, frozen=True):
    """An entry where it stands in the chain."""

    entry: Entry
    body: bytes
    prev: bytes
    hash: bytes

    @property
    def shown(self) -> str:
        """The digits of the hash that stand on the post."""
        return self.hash.hex()[:SHOWN_DIGITS]

    @property
    def footer(self) -> str:
        """What stands below each part of the post."""
        return f"#{self.entry.seq} · {self.shown}"


def link(entry: Entry, prev: bytes) -> Link:
    """The entry chained to the hash before it (GENESIS before the first)."""
    body = entry.body()
    return Link(entry, body, prev, chained(prev, body))


def chained(prev: bytes, body: bytes) -> bytes:
    """SHA-256 of the 32 bytes before and the stored bytes."""
    return hashlib.sha256(prev + body).digest()


class Voiding(Struct, frozen=True):
    """An entry that strikes others; `rules` where it is a ruling, not a mere void."""

    seq: int
    voids: tuple[int, ...]
    rules: bool


def struck(voiding: Iterable[Voiding]) -> dict[int, int]:
    """The entries that are void, each with the standing entry that voids it.

    An entry stands unless a standing entry voids it; so what a void struck stands again once that is void.
    What an amendment struck does so only where the amendment itself is taken back by a void: it stays void
    where another amendment stands in its place, or where it is void with an entry on which it rests.
    """
    listed = {entry.seq: entry for entry in voiding}
    found: dict[int, int] = {}
    # Only later entries void an entry, so from the last one on each is known to stand or not.
    for seq in sorted(listed, reverse=True):
        entry = listed[seq]
        by = listed.get(found.get(seq, seq), entry)
        if by is entry or (entry.rules and (by.rules or by.voids[0] != seq)):
            for one in entry.voids:
                found.setdefault(one, by.seq)
    return found


def instead(voiding: Iterable[Voiding]) -> dict[int, int]:
    """The standing amendments, each by the seq of the entry that was ruled first, in whose place it stands.

    What rests on that entry and was let stand comes after it, although the amendment was entered later.
    """
    listed = tuple(voiding)
    void = struck(listed)
    amends = {entry.seq: entry.voids[0] for entry in listed if entry.rules}
    found: dict[int, int] = {}
    for seq in amends:
        if seq not in void:
            first = amends[seq]
            while first in amends:
                first = amends[first]
            found[first] = seq
    return found


def thrown(entry: Entry, entry_of: Callable[[int], Entry]) -> tuple[Draw, ...]:
    """All dice at hand for a ruling, one a name: its own, those of questions it answers, of what it amends.

    A die that an amendment had no use for is at hand for the next.
    """
    found = {draw.name: draw for draw in entry.dice}
    for seq in (entry.answers, entry.amends):
        if seq:
            for draw in thrown(entry_of(seq), entry_of):
                found.setdefault(draw.name, draw)
    return tuple(found.values())


def read_entry(value: Json) -> Entry:
    """The entry of a parsed body. Raises Refused where a key is unknown, missing or of the wrong kind."""
    given = Given(value, "entry")
    given.integer("v", FORMAT, FORMAT)
    entry = Entry(
        game=given.integer("game", 1, 2**53 - 1),
        seq=given.integer("seq", 1, 2**53 - 1),
        kind=given.word("kind", Kind),
        epoch=given.integer("epoch", 0, 2**53 - 1),
        request=given.text("request"),
        actor=given.text("actor"),
        at=given.text("at"),
        command=given.text("command"),
        inputs=_object(given.raw("inputs"), "inputs"),
        dice=tuple(_read_draw(draw) for draw in given.objects("dice")),
        events=tuple(_object(event, "an event") for event in given.items("events")),
        read=given.texts("read"),
        written=given.texts("written"),
        answers=given.integer("answers", 0, 2**53 - 1),
        voids=tuple(_integer(seq, "voids") for seq in given.items("voids")),
        reason=given.text("reason"),
        rules=given.text("rules"),
    )
    given.done()
    return entry


def _written(draw: Draw) -> Object:
    return {"name": draw.name, "n": draw.n, "sides": draw.sides, "faces": list(draw.faces)}


def _read_draw(given: Given) -> Draw:
    faces = tuple(_integer(face, "faces") for face in given.items("faces"))
    draw = Draw(given.text("name"), given.integer("n", -1, 2**53 - 1), given.integer("sides", 2, 256), faces)
    given.done()
    return draw


def _object(value: Json, what: str) -> Object:
    if not isinstance(value, Mapping):
        raise refuse("bad_value", "entry", f"{what} needs an object, not {show(value)}")
    return value


def _integer(value: Json, what: str) -> int:
    if type(value) is not int:
        raise refuse("bad_value", "entry", f"{what} needs whole numbers, not {show(value)}")
    return value
