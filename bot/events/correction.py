"""Corrections: what was proposed, what came of it, and what an entry says of one it follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.asl.unit import Unit
from rules.event import Event
from rules.konrad.formations import Rsu


class UnitForeseen(Struct, frozen=True):
    """A unit as it stands, and as it would after a correction; None where it is not in play."""

    tag: ClassVar[str] = "unit_foreseen"
    piece: str
    name: str
    before: Unit | None
    after: Unit | None


class RsuForeseen(Struct, frozen=True):
    """An RSU as it stands, and as it would after a correction; None where it is not in play."""

    tag: ClassVar[str] = "rsu_foreseen"
    piece: str
    name: str
    before: Rsu | None
    after: Rsu | None


Foreseen: TypeAlias = UnitForeseen | RsuForeseen


class Changed(Struct, frozen=True):
    """An input that an amendment changes, in words."""

    what: str
    was: str
    becomes: str


class VoidProposed(Struct, frozen=True):
    """It was proposed that entry `of` be void: `voids` with it, while `stays` rest on it and stand.

    `consents` are the seats that have yet to agree.
    """

    tag: ClassVar[str] = "void_proposed"
    of: int
    voids: tuple[int, ...]
    stays: tuple[int, ...]
    consents: tuple[int, ...]
    foreseen: tuple[Foreseen, ...]
    cite: str = ""


class AmendmentProposed(Struct, frozen=True):
    """It was proposed that the ruling of entry `of` be made again with other inputs, on the pieces `read`.

    `voids`, `stays` and `consents` as in a void; `more_dice` where dice fall that the ruling did not throw.
    """

    tag: ClassVar[str] = "amendment_proposed"
    of: int
    voids: tuple[int, ...]
    stays: tuple[int, ...]
    consents: tuple[int, ...]
    foreseen: tuple[Foreseen, ...]
    changed: tuple[Changed, ...]
    read: tuple[str, ...]
    more_dice: bool
    cite: str = ""


class ProposalRefused(Struct, frozen=True):
    """A side did not agree to a correction; nothing changes."""

    tag: ClassVar[str] = "proposal_refused"
    of: int
    side: str
    cite: str = ""


class ProposalWithdrawn(Struct, frozen=True):
    """Who proposed a correction took it back; nothing changes."""

    tag: ClassVar[str] = "proposal_withdrawn"
    of: int
    cite: str = ""


class Voided(Struct, frozen=True):
    """Entry `of` is void, with all that rests on it but `stays`."""

    tag: ClassVar[str] = "voided"
    of: int
    stays: tuple[int, ...]
    foreseen: tuple[Foreseen, ...]
    cite: str = ""


class Amended(Struct, frozen=True):
    """The ruling stands in the place of entry `of`, with these inputs changed; `stays` as in a void."""

    tag: ClassVar[str] = "amended"
    of: int
    stays: tuple[int, ...]
    changed: tuple[Changed, ...]
    foreseen: tuple[Foreseen, ...]
    cite: str = ""


class FollowedVoid(Struct, frozen=True):
    """The first ruling of these pieces in the phase after entry `of` on them was made void by `by`."""

    tag: ClassVar[str] = "followed_void"
    of: int
    by: int
    cite: str = ""


class FactAnswered(Struct, frozen=True):
    """A player said a fact that a ruling asked for about piece `of`, at `path` of its request.

    `others` are the answers that he did not give; `seat` and `side` are his.
    """

    tag: ClassVar[str] = "fact_answered"
    what: str
    of: str
    path: tuple[str, ...]
    value: bool | int | str
    others: tuple[bool | int | str, ...]
    seat: int
    side: str
    cite: str = ""


class CalledOnceMore(Struct, frozen=True):
    """The same person called the same on these pieces in entry `of`; nothing was ruled of them since."""

    tag: ClassVar[str] = "called_once_more"
    of: int
    cite: str = ""


CorrectionEvent: TypeAlias = (
    VoidProposed
    | AmendmentProposed
    | ProposalRefused
    | ProposalWithdrawn
    | Voided
    | Amended
    | FollowedVoid
    | FactAnswered
    | CalledOnceMore
)


def disputable(events: Iterable[Event]) -> Iterator[tuple[FactAnswered, bool | int | str]]:
    """Each fact that a player said, with each answer that he did not give."""
    for event in events:
        if isinstance(event, FactAnswered):
            for other in event.others:
                yield event, other
