"""What happens at the desk of a campaign's game masters beside the rules: offices, seals, sheets, lists."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

SHEET = "sheet"
"""what a question asks that a button of the GoW answers by rolling a batch"""


class Office(StrEnum):
    """What a person may be appointed to; the seats of the sides are their OAC's."""

    GOW = "gow"
    COMMANDER = "commander"
    """of one DSU"""
    DEPUTY = "deputy"
    """of a side's OAC, or of the commander of one DSU"""


class Named(Struct, frozen=True):
    """The name of a piece, as people gave it."""

    piece: str
    name: str


class DeskEntered(Struct, frozen=True):
    """What an entry of the desk is called, and the pieces that it speaks of by name."""

    tag: ClassVar[str] = "desk_entered"
    title: str
    pieces: tuple[Named, ...]
    cite: str = ""


class Appointed(Struct, frozen=True):
    """A person took office; `of` is a side or a DSU, "" for the GoW, `holder` a pseudonym."""

    tag: ClassVar[str] = "appointed"
    office: Office
    of: str
    holder: str
    cite: str = ""


class Dismissed(Struct, frozen=True):
    """A person left office."""

    tag: ClassVar[str] = "dismissed"
    office: Office
    of: str
    holder: str
    cite: str = ""


class GowRoleNamed(Struct, frozen=True):
    """Whoever has this role of the server is a GoW; "": nobody by a role."""

    tag: ClassVar[str] = "gow_role_named"
    role: str
    cite: str = ""


class CampaignImported(Struct, frozen=True):
    """The campaign was set to what a file says; `changes` are the differences in words."""

    tag: ClassVar[str] = "campaign_imported"
    file: str
    names: tuple[Named, ...]
    changes: tuple[str, ...]
    author: str
    reason: str
    cite: str = ""


class OrdersSealed(Struct, frozen=True):
    """Orders came in whose text nobody sees before Movement.

    `digest` is the hash of a nonce and the text, `dsus` are those that it orders something, `sender` a
    pseudonym.
    """

    tag: ClassVar[str] = "orders_sealed"
    sender: str
    side: str
    dsus: tuple[str, ...]
    digest: str
    cite: str = ""


class SealOpened(Struct, frozen=True):
    """The text sealed by entry `seal`; `refused` tells which of its lines were not carried out, and why."""

    tag: ClassVar[str] = "seal_opened"
    seal: int
    sender: str
    nonce: str
    text: str
    refused: tuple[str, ...]
    cite: str = ""


class SealStruck(Struct, frozen=True):
    """The GoW go on without the orders sealed by entry `seal`; nobody learns what they said."""

    tag: ClassVar[str] = "seal_struck"
    seal: int
    author: str
    reason: str
    cite: str = ""


class Waived(Struct, frozen=True):
    """The GoW go on without what was owed today: an item such as orders of a DSU, by its key."""

    tag: ClassVar[str] = "waived"
    item: str
    told: str
    author: str
    reason: str
    cite: str = ""


class LeftOut(Struct, frozen=True):
    """An RSU that a check sheet does not list, and why."""

    rsu: str
    why: str


class SheetDrawn(Struct, frozen=True):
    """A check sheet covers `covered` (`DSU@SECTOR` for a battle, `DSU@` for a move), by hand too.

    `added` and `struck` are RSUs that the GoW put on it and took off, for `reason`.
    """

    tag: ClassVar[str] = "sheet_drawn"
    covered: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    added: tuple[str, ...]
    struck: tuple[str, ...]
    author: str
    reason: str
    cite: str = ""


class SheetRolled(Struct, frozen=True):
    """The batch of the sheet in entry `sheet` was rolled."""

    tag: ClassVar[str] = "sheet_rolled"
    sheet: int
    covered: tuple[str, ...]
    cite: str = ""


class RetreatCalled(Struct, frozen=True):
    """The GoW ordered a retreat that no rule demands, for a reason."""

    tag: ClassVar[str] = "retreat_called"
    dsu: str
    author: str
    reason: str
    cite: str = ""


DeskEvent: TypeAlias = (
    DeskEntered
    | Appointed
    | Dismissed
    | GowRoleNamed
    | CampaignImported
    | OrdersSealed
    | SealOpened
    | SealStruck
    | Waived
    | SheetDrawn
    | SheetRolled
    | RetreatCalled
)
