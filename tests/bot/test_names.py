"""Names hold anything; what is kept of them is fit for hashes, and what is shown for posts."""

from __future__ import annotations

import unicodedata

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.canonical import canonical
from bot.words import names
from rules.refusal import Refused

anything = st.text(
    st.characters() | st.sampled_from("\u200b\u200d\u202e\u0301\u0344\u0390\ufb2c`*@<>🧑🏽\0\n")
)


@given(anything)
def test_a_kept_name_can_always_be_entered(text: str) -> None:
    try:
        kept = names.kept(text)
    except Refused:
        return
    canonical(kept)
    assert names.kept(kept) == kept
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs") for c in kept)
    assert wcwidth.wcswidth(kept) >= 0


@given(anything)
def test_a_location_can_always_be_entered_and_is_folded_once(text: str) -> None:
    try:
        place = names.place(text)
    except Refused:
        return
    canonical(place)
    assert names.place(place) == place


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Lt. Schmidt", "Lt. Schmidt"),
        ("  two \t\n words ", "two words"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("\u202eevil\u202c", "evil"),
        ("a\0b", "a b"),
        ("\ud800x", "x"),
        ("👨\u200d👩", "👨\u200d👩"),
        ("**@everyone**", "**@everyone**"),
    ],
    ids=ascii,
)
def test_a_name_is_kept_as_people_see_it(typed: str, kept: str) -> None:
    assert names.kept(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b", "\u200d", "\u202e\u202c", "\u0301", "\0", "x" * 301], ids=ascii
)
def test_a_name_that_nobody_can_see_or_that_is_too_long_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        names.kept(typed)
    assert refused.value.code == "bad_name"


def test_three_hundred_characters_are_kept_and_cut_at_thirty_two_graphemes_on_posts() -> None:
    kept = names.kept("👨\u200d👩\u200d👧" * 60)
    assert len(kept) == 300
    assert names.shown(kept) == "👨\u200d👩\u200d👧" * 31 + "…"
    assert names.shown("x" * 32) == "x" * 32
    assert names.shown("x" * 33) == "x" * 31 + "…"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("g5", "G5"),
        (" G5 / 1 ", "G5/1"),
        ("g5/1", "G5/1"),
        ("g 5", "G5"),
        ("bb 12 / 2", "BB12/2"),
        ("dinant  bridge 2", "DINANT BRIDGE 2"),
        ("straße", "STRASSE"),
        ("\u0390", "\u03aa\u0301"),
    ],
    ids=ascii,
)
def test_locations_that_people_take_for_one_are_one(typed: str, place: str) -> None:
    assert names.place(typed) == place


@given(anything, st.integers(1, 40))
def test_no_line_of_a_code_block_is_wider_than_asked(text: str, width: int) -> None:
    try:
        kept = names.kept(text)
    except Refused:
        return
    assert wcwidth.wcswidth(names.columns(kept, width)) <= width


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("*bold*_it_", r"\*bold\*\_it\_"),
        ("<@123>", r"\<\@123\>"),
        ("@everyone", r"\@everyone"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("[x](y)", r"\[x\](y)"),
        ("`code`", r"\`code\`"),
        ("back\\slash", r"back\\slash"),
        ("# title", r"\# title"),
    ],
)
def test_markup_in_a_name_is_read_as_it_was_typed(name: str, plain: str) -> None:
    assert names.plain(name) == plain


def test_nothing_leaves_a_code_block() -> None:
    assert names.fenced("```x``` `y`") == "ˋˋˋxˋˋˋ ˋyˋ"
