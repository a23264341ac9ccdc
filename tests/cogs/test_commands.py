"""What the slash commands are, and what they propose while one types."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import aiohttp
import pytest
from msgspec.structs import fields

from bot.channel.client import COGS
from rules.asl import request, situation
from rules.konrad import settings

SET_UP = (
    "@alice /game new module:asl side_a:german ss elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German/SS",
    "@bob /game join side:Russian",
)
SLASH, MESSAGE_MENU = 1, 3
OF_THE_SIDES = {"opponent", "romanian"}
"""facts that a request has from whom the sides field"""
GROUPS = (1, 2)
"""option types: subcommands and their groups"""
NOTHING_TO_PROPOSE = (
    "/game join side:G",
    "/game seat side:G",
    "/roster add counter:4-6-7",
    "/roster add side:G",
    "/roster show side:G",
    "/mc location:G",
    "/mc side:G",
    "/remo rsus:G",
)


def options(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command, subcommand and option with its full name."""
    full = f"{path} {command['name']}".strip()
    yield full, command
    for option in command.get("options", ()):
        yield from options(option, full)


@pytest.fixture
def defined(table: Any) -> list[tuple[str, Any]]:
    """The slash commands as the client told them to Discord."""
    usable = table.sandbox.commands.usable()
    return [found for command in usable if command["type"] == SLASH for found in options(command)]


async def test_names_are_lower_case_and_every_command_and_option_says_what_it_is(
    defined: list[tuple[str, Any]],
) -> None:
    assert len(defined) > 40
    for full, part in defined:
        assert full == full.lower()
        assert 1 <= len(part["name"]) <= 32
        assert 1 <= len(part["description"]) <= 100
        assert part["description"] != "…", full


async def test_commands_serve_servers_alone(table: Any) -> None:
    for command in table.sandbox.commands.usable():
        assert command["contexts"] == [0], command["name"]


async def test_what_must_be_given_stands_first_and_nothing_both_lists_and_proposes(
    defined: list[tuple[str, Any]],
) -> None:
    for full, part in defined:
        required = [o.get("required", False) for o in part.get("options", ()) if o["type"] not in GROUPS]
        assert required == sorted(required, reverse=True), full
        assert not (part.get("choices") and part.get("autocomplete")), full
        assert len(part.get("choices", ())) <= 25


async def test_the_commands_of_the_table_are_all_there(defined: list[tuple[str, Any]]) -> None:
    names = [full for full, part in defined if part.get("type") in (None, *GROUPS)]
    wanted = {"game new", "game join", "game show", "game end", "roster add", "roster show", "mc"}
    assert wanted <= set(names)


async def test_whatever_a_request_may_say_of_facts_and_readings_can_be_said_by_a_command(
    defined: list[tuple[str, Any]],
) -> None:
    offered = {full: [choice["value"] for choice in part.get("choices", ())] for full, part in defined}
    facts = {full.split()[-1] for full in offered if full.startswith(("mc ", "game set "))}
    assert set(request.FACTS) - OF_THE_SIDES <= facts
    for command, readings in (("game set", situation.Settings), ("campaign settings", settings.Settings)):
        for reading in fields(readings):
            words = words_of(readings, reading.name)
            assert sorted(offered[f"{command} {reading.name}"]) == sorted(words), reading.name


def words_of(readings: type[Any], name: str) -> list[str]:
    return [word.value for word in get_type_hints(readings)[name]]


@pytest.mark.usefixtures("table")
async def test_what_a_cog_takes_from_another_is_not_made_twice() -> None:
    taken = [
        (name, value)
        for name in COGS
        for value in vars(sys.modules[name]).values()
        if isinstance(value, type) and value.__module__ in COGS and value.__module__ != name
    ]
    assert "PasteForm" in {value.__name__ for _, value in taken}
    for name, value in taken:
        assert getattr(sys.modules[value.__module__], value.__name__) is value, name


async def test_the_number_of_an_entry_goes_by_one_name(defined: list[tuple[str, Any]]) -> None:
    named = {full.removesuffix(" entry") for full, part in defined if part["name"] == "entry"}
    assert named == {
        *("undo", "amend", "trail show"),
        *("campaign export", "campaign hand batch", "campaign hand strike"),
    }


async def test_without_a_game_there_is_an_empty_answer_and_no_fault(
    proposed: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for line in NOTHING_TO_PROPOSE:
        assert (line, await proposed(line)) == (line, [])
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_nationalities_are_proposed_without_a_game(proposed: Any) -> None:
    assert await proposed("/game new side_a:") == [
        *("allied_minor", "american", "axis_minor", "british", "chinese", "finnish", "french", "german"),
        *("italian", "japanese", "nkvd", "partisan", "red_chinese", "russian", "ss", "usmc"),
        *("hungarian", "romanian"),
    ]
    assert await proposed("/game new side_b:ALL") == ["allied_minor"]
    assert await proposed("/game new side_a:german s") == ["german ss"]
    assert await proposed("/game new side_a:german,g") == []
    assert await proposed("/game new side_a:x") == []


async def test_flags_are_proposed_one_after_the_other(proposed: Any) -> None:
    assert await proposed("/roster add flags:b") == ["broken", "berserk", "banzai", "boat"]
    assert await proposed("/roster add flags:broken d") == ["broken dm", "broken disrupted"]
    assert await proposed("/roster add flags:broken, dm, b") == [
        *("broken dm berserk", "broken dm banzai", "broken dm boat"),
    ]


async def test_counters_are_those_of_the_side_by_what_is_typed(table: Any, say: Any, proposed: Any) -> None:
    await say(table, *SET_UP)
    assert await proposed("/roster add counter:4-6-7") == ["4-6-7 squad German First Line"]
    assert await proposed("/roster add counter:4-4-7") == [
        "4-4-7 squad German Second Line",
        "4-4-7 squad SS Elite",
    ]
    assert await proposed("/roster add counter:ss 4-4") == ["4-4-7 squad SS Elite"]
    assert await proposed("/roster add counter:conscript") == [
        "4-3-6 squad German Conscript",
        "2-3-6 half-squad German Conscript",
    ]
    assert await proposed("/roster add counter:4-6-7", who="bob") == []
    assert await proposed("/roster add counter:4-4-7", who="bob") == [
        "4-4-7 squad Russian First Line",
    ]
    assert await proposed("/roster add counter:9-9-9") == []


async def test_what_is_proposed_is_taken(table: Any, say: Any, proposed: Any) -> None:
    await say(table, *SET_UP)
    for typed in ("", "half", "ss", "leader", "6+1"):
        for counter in await proposed(f"/roster add counter:{typed}"):
            (post,) = (await say(table, f"@alice /roster add counter:{counter} location:G5"))["posts"]
            assert (counter, post["only"]) == (counter, None)


async def test_there_are_never_more_than_25_and_typing_on_reaches_the_others(
    table: Any, say: Any, proposed: Any
) -> None:
    await say(table, *SET_UP)
    assert len(await proposed("/roster add counter:")) == 25
    assert "1-4-9 hero German" in await proposed("/roster add counter:hero")
    for number in range(30):
        await say(table, f"@alice /roster add counter:4-6-7 location:G{number}")
    assert len(await proposed("/mc location:")) == 25
    assert await proposed("/mc location:g29") == ["G29"]
    assert await proposed("/mc location:h") == []


async def test_sides_are_proposed_by_their_beginning(table: Any, say: Any, proposed: Any) -> None:
    await say(table, *SET_UP)
    for line in (
        "/game join side:",
        "/game seat side:",
        "/roster add side:",
        "/roster show side:",
        "/mc side:",
    ):
        assert (line, await proposed(line)) == (line, ["German/SS", "Russian"])
        assert (line, await proposed(f"{line}r")) == (line, ["Russian"])


async def test_what_cannot_be_chosen_is_not_proposed(table: Any, say: Any, keys: Any, proposed: Any) -> None:
    """A choice holds 100 characters; a longer location is typed."""
    await say(table, *SET_UP)
    await say(table, f"@alice /roster add counter:4-6-7 location:{'X' * 101}")
    await say(table, f"@alice /roster add counter:4-6-7 location:{'X' * 100}")
    assert await proposed("/mc location:x") == ["X" * 100]


async def test_much_that_is_typed_proposes_nothing_and_harms_nothing(
    table: Any, say: Any, proposed: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await say(table, *SET_UP)
    for line in ("/roster add counter:", "/mc location:", "/game join side:", "/roster add flags:"):
        assert await proposed(line + "x " * 2500) == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_every_command_stands_in_the_readme(table: Any) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    async with (
        aiohttp.ClientSession() as session,
        session.get(table.sandbox.keyboard) as response,
    ):
        state = await response.json()
    synced = {
        f"/{command['name']}{'' if option is None else ' ' + option}"
        for command in state["commands"]
        if command["type"] == SLASH
        for option in [o["name"] for o in command.get("options", []) if o["type"] == 1] or [None]
    }
    listed = set(re.findall(r"`(/[a-z]+(?: [a-z]+)?)`", readme))
    assert synced == listed
    menus = {command["name"] for command in state["commands"] if command["type"] == MESSAGE_MENU}
    assert menus == set(re.findall(r"^\| `([A-Z][^`]+)` \|", readme, re.MULTILINE))


async def test_units_that_look_alike_are_proposed_with_their_numbers(
    table: Any, say: Any, keys: Any, fight: Any
) -> None:
    await say(table, *fight)
    await say(table, "@alice /roster add counter:4-4-7 location:Z9 name:Twin")
    await say(table, "@bob /roster add counter:4-4-7 location:Z9 name:Twin")
    found = (await keys(table, "autocomplete", "alice", line="/mc units:Twin"))["choices"]
    assert [(choice["name"], choice["value"]) for choice in found] == [
        ("4-4-7 Twin @Z9", "#1"),
        ("4-4-7 Twin @Z9 #2", "#2"),
    ]
