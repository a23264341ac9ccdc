"""The one byte form of a JSON value, so that a hash over it means the same to every program."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache

from rules.json import Json

_KEY = re.compile(r"[a-z0-9_:#/.-]+")
_LARGEST = 2**53


class NotCanonical(ValueError):
    """A value that has no canonical form, or bytes that are not in it."""


def canonical(value: Json) -> bytes:
    """UTF-8, NFC, keys sorted and of `[a-z0-9_:#/.-]`, no spaces, integers below 2^53 in size.

    ASCII keys sort alike in every language. Raises NotCanonical on floats, NUL, lone surrogates, texts
    that are not NFC and other keys.
    """
    _check(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def parse(data: bytes) -> Json:
    """The value of canonical bytes. Raises NotCanonical if they are not exactly what `canonical` gives."""
    try:
        value: Json = json.loads(data)
        same = canonical(value) == data
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        raise NotCanonical(f"no JSON: {error}") from error
    if not same:
        raise NotCanonical("JSON in another form than the canonical one")
    return value


def _check(value: Json) -> None:
    # The kinds of which there are most come first.
    if isinstance(value, str):
        if "\0" in value or not value.isascii():
            _check_text(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not _is_key(key):
                raise NotCanonical(f"{key!r} is no key")
            _check(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif isinstance(value, int):
        if abs(value) >= _LARGEST:
            raise NotCanonical(f"{value} is too large for every reader")
    elif value is not None:
        raise NotCanonical(f"{type(value).__name__} has no canonical form")


@lru_cache(maxsize=4096)
def _is_key(key: object) -> bool:
    """Whether it may be a key; the same few hundred are asked for again and again."""
    return isinstance(key, str) and _KEY.fullmatch(key) is not None


def _check_text(text: str) -> None:
    if "\0" in text:
        raise NotCanonical("a text holds NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotCanonical("a text holds a lone surrogate") from error
    if not unicodedata.is_normalized("NFC", text):
        raise NotCanonical("a text is not NFC")
