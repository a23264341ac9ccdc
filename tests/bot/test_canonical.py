"""One value has one byte form, and nothing else is read."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.canonical import NotCanonical, canonical, parse

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=8).map(
    lambda text: unicodedata.normalize("NFC", text)
)
keys = st.text("abcxyz019_:#/.-", min_size=1, max_size=6)
numbers = st.integers(-(2**53) + 1, 2**53 - 1)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_what_was_written_is_read_again(value: Any) -> None:
    assert parse(canonical(value)) == value


@given(st.dictionaries(keys, values, min_size=2, max_size=5))
def test_the_order_in_which_keys_were_set_leaves_no_trace(value: dict[str, Any]) -> None:
    backwards = dict(reversed(value.items()))
    assert canonical(backwards) == canonical(value)


@given(values)
def test_any_other_spelling_of_the_same_value_is_not_read(value: Any) -> None:
    ours = canonical(value)
    spellings = {
        json.dumps(value, ensure_ascii=True).encode(),
        json.dumps(value, ensure_ascii=False, indent=1).encode(),
        ours + b" ",
        ours + b"\n",
        b"\xef\xbb\xbf" + ours,
    }
    for other in spellings - {ours}:
        with pytest.raises(NotCanonical):
            parse(other)


def test_the_form_is_what_the_documents_say() -> None:
    value = {"b": [1, -2, True, None], "a": {"mc:1#2": 'Zürich "5"\\ \n\t\x01\x7f✓'}, "a_1": ""}
    assert canonical(value) == (
        b'{"a":{"mc:1#2":"Z\xc3\xbcrich \\"5\\"\\\\ \\n\\t\\u0001\x7f\xe2\x9c\x93"},'
        b'"a_1":"","b":[1,-2,true,null]}'
    )


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        "a\0b",
        "\ud800",
        "\udfff tail",
        "e\u0301",
        b"bytes",
        {1, 2},
        {"Key": 1},
        {"key with space": 1},
        {"": 1},
        {"é": 1},
        {"key\n": 1},
        {1: "one"},
        {"deep": [{"in": 0.5}]},
    ],
    ids=ascii,
)
def test_what_not_every_reader_takes_alike_has_no_form(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"01",
        b"-0",
        b"1.0",
        b"1e2",
        b"NaN",
        b"Infinity",
        b'{"a":1,"a":2}',
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b'"\\u00e9"',
        b'"\\/"',
        b'"\\ud800"',
        b'"\xed\xa0\x80"',
        b'"\xff"',
        b'"\\u0000"',
        b"9007199254740992",
        b"1" * 5000,
        '"é"'.encode("utf-16"),
        b"1\n",
    ],
    ids=ascii,
)
def test_bytes_in_another_form_are_not_read(data: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse(data)


def test_brackets_without_end_are_refused_and_crash_nothing() -> None:
    for depth in (*range(700, 1_001), 100_000):
        with pytest.raises(NotCanonical):
            parse(b"[" * depth + b"1.5" + b"]" * depth)
