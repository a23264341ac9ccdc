"""The one byte form of a JSON value, so that a hash over it means the same to every program."""

from __future__ import annotations

import re
import unicodedata

from msgspec.json import Decoder, Encoder

from rules.json import Json, Object

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
    return _encode(value)


def parse(data: bytes) -> Json:
    """The value of canonical bytes. Raises NotCanonical if they are not exactly what `canonical` gives."""
    try:
        value: Json = _decode(data)
        same = canonical(value) == data
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        raise NotCanonical(f"no JSON: {error}") from error
    if not same:
        raise NotCanonical("JSON in another form than the canonical one")
    return value


_encode = Encoder(order="sorted").encode
_decode = Decoder().decode


def _check(value: Json) -> None:
    pending = [value]
    # The list grows while it is walked: every item is looked at once, however deep it lies.
    for item in pending:
        # The kinds of which there are most come first.
        if isinstance(item, str):
            if "\0" in item or not item.isascii():
                _check_text(item)
        elif isinstance(item, dict):
            if not _known.issuperset(item):
                _check_keys(item)
            pending += item.values()
        elif isinstance(item, (list, tuple)):
            pending += item
        elif isinstance(item, int):
            if abs(item) >= _LARGEST:
                raise NotCanonical(f"{item} is too large for every reader")
        elif item is not None:
            raise NotCanonical(f"{type(item).__name__} has no canonical form")


_known: set[object] = set()
"""keys found right; the same few hundred are asked for again and again"""
_KNOWN_MOST = 4096


def _check_keys(item: Object) -> None:
    for key in item:
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise NotCanonical(f"{key!r} is no key")
    if len(_known) < _KNOWN_MOST:
        _known.update(item)


def _check_text(text: str) -> None:
    if "\0" in text:
        raise NotCanonical("a text holds NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotCanonical("a text holds a lone surrogate") from error
    if not unicodedata.is_normalized("NFC", text):
        raise NotCanonical("a text is not NFC")
