"""What Discord refuses to take as a command."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.definitions import check_commands
from bot.sandbox.errors import ApiError


def command(*options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "mc", "description": "d", "options": list(options), **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": kind, **more}


def choices(*values: Any) -> list[dict[str, Any]]:
    return [{"name": f"n{index}", "value": value} for index, value in enumerate(values)]


SUB = option("new", 1)
GROUP = option("group", 2, options=[SUB])


@pytest.mark.parametrize(
    ("commands", "path"),
    [
        ([command(name="MC")], "0.name"),
        ([command(name="m c")], "0.name"),
        ([command(name="m" * 33)], "0.name"),
        ([command(description="")], "0.description"),
        ([command(description="d" * 101)], "0.description"),
        ([command(), command()], "1.name"),
        ([{"type": 3, "name": "Quote", "description": "no"}], "0.description"),
        ([command(option(), option("p", required=True))], "0.options.1"),
        ([command(option(), option())], "0.options.1.name"),
        ([command(*[option(f"o{n}") for n in range(26)])], "0.options"),
        ([command(option(choices=choices("a"), autocomplete=True))], "0.options.0"),
        ([command(option(choices=choices(*"abcdefghijklmnopqrstuvwxyz")))], "0.options.0.choices"),
        ([command(option(choices=choices("")))], "0.options.0.choices.0.value"),
        ([command(option(kind=4, choices=choices("a")))], "0.options.0.choices.0.value"),
        ([command(option(kind=4, choices=choices(1.5)))], "0.options.0.choices.0.value"),
        ([command(option(kind=5, autocomplete=True))], "0.options.0.type"),
        ([command(option(kind=12))], "0.options.0.type"),
        ([command(SUB, option())], "0.options"),
        ([command(option("g", 2, options=[GROUP]))], "0.options.0.options.0"),
        ([command(option(choices=choices("x" * 101)))], "0.options.0.choices.0.value"),
    ],
)
def test_a_definition_that_is_wrong_is_refused_with_the_path_to_it(commands: list[Any], path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_commands(commands)
    node: Any = refused.value.body["errors"]
    for step in path.split("."):
        node = node[step]
    assert node["_errors"][0]["message"]


def test_a_command_over_8000_characters_is_refused() -> None:
    long = [{"name": f"{n:0100}", "value": f"{n:0100}"} for n in range(25)]
    check_commands([command(option("a", choices=long))])
    with pytest.raises(ApiError, match="Invalid Form Body"):
        check_commands([command(option("a", choices=long), option("b", choices=long))])


def test_more_than_100_commands_are_refused() -> None:
    hundred = [command(name=f"c{n}") for n in range(100)]
    check_commands(hundred)
    with pytest.raises(ApiError) as refused:
        check_commands([*hundred, command()])
    assert "_errors" in refused.value.body["errors"]


def test_good_definitions_are_taken() -> None:
    number = option("number", 4, choices=choices(1, 2), required=True)
    real = option("ratio", 10, choices=choices(1, 2.5))
    check_commands(
        [command(number, real), command(SUB, GROUP, name="group"), {"type": 3, "name": "Quote It"}]
    )
