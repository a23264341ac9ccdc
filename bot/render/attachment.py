"""A file that a post carries."""

from __future__ import annotations

from msgspec import Struct


class Attachment(Struct, frozen=True):
    """Its name is lower-case ASCII, which Discord leaves as it is."""

    name: str
    data: bytes
