"""A file that a post carries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attachment:
    """Its name is lower-case ASCII, which Discord leaves as it is."""

    name: str
    data: bytes
