"""The digest of sealed orders: anyone can compute it once nonce and text are told."""

from __future__ import annotations

import hashlib


def digest(nonce: bytes, text: str) -> str:
    """SHA-256 of 24 random bytes, NUL and the text in UTF-8, in hex."""
    return hashlib.sha256(nonce + b"\0" + text.encode()).hexdigest()
