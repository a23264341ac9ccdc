"""An answer goes where its question said, and touches nothing else of the request."""

from __future__ import annotations

from bot.operations.ruling import answered

GIVEN = {"result": "NMC", "facts": {"year": 1940}, "units": [{"id": "1"}, {"id": "2", "is": []}]}


def test_a_fact_stands_beside_the_others() -> None:
    path = ("facts", "adjacent_enemy")
    assert answered(GIVEN, path, True) == {**GIVEN, "facts": {"year": 1940, "adjacent_enemy": True}}


def test_a_choice_makes_its_object_where_there_was_none() -> None:
    assert answered(GIVEN, ("choices", "harden:1"), "refuse")["choices"] == {"harden:1": "refuse"}


def test_what_is_asked_of_one_unit_is_answered_for_that_unit() -> None:
    found = answered(GIVEN, ("units", "2", "class"), "green")
    assert found["units"] == [{"id": "1"}, {"id": "2", "is": [], "class": "green"}]


def test_a_question_without_a_place_changes_nothing() -> None:
    assert answered(GIVEN, (), "agree") == GIVEN
