"""Roles of the server: a bot learns of one as an option, and of its owners from what they do."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.sandbox.contract import Contract


async def test_a_role_is_an_option_by_its_name_its_id_and_its_mention(table: Any) -> None:
    await table.type("@alice roles GoW")
    (role,) = table.sandbox.world.roles
    for typed in ("GoW", "@GoW", f"{role}", f"<@&{role}>"):
        assert await table.said(f"@bob /worn role:{typed}") == [f"<@&{role}> False [] NoneType"]
        assert await table.said(f"@alice /worn role:{typed}") == [f"<@&{role}> True ['GoW'] NoneType"]


async def test_a_person_has_the_roles_named_last_and_none_of_the_others(table: Any) -> None:
    for line, worn in (
        ("@alice roles GoW; Umpire", ["GoW", "Umpire"]),
        ("@alice roles Umpire", ["Umpire"]),
        ("@alice roles", []),
    ):
        assert (await table.type(line))["roles"] == worn
        assert await table.said("@alice /worn") == [f"- False {worn} NoneType"]
    assert await table.said("@bob /worn") == ["- False [] NoneType"]


async def test_a_mentionable_is_a_role_or_a_person(table: Any) -> None:
    await table.post("people", name="alice", roles=["GoW"])
    assert (await table.said("@bob /worn whom:@GoW"))[0].endswith(" Role")
    assert (await table.said("@bob /worn whom:@alice"))[0].endswith(" Member")


async def test_a_role_that_nobody_made_is_refused_with_those_that_there_are(table: Any) -> None:
    await table.type("@alice roles GoW; Umpire")
    wrong = await table.wrong("line", line="@alice /worn role:@Gow")
    assert wrong == "'role' takes a role, '@Gow' is none. There are: GoW, Umpire."


async def test_a_bot_without_the_privileged_intent_hears_of_roles_and_not_of_who_has_them(
    table: Any,
) -> None:
    await table.type("@alice roles GoW")
    await table.said("@alice /worn")
    guild = table.bot.guilds[0]
    assert [role.name for role in guild.roles] == ["@everyone", "Referee", "GoW"]
    alice = table.sandbox.world.person("alice")
    assert guild.get_member(alice.id) is None


async def test_a_bot_that_starts_later_knows_the_roles(make_table: Any) -> None:
    table = await make_table()
    await table.type("@alice roles GoW")
    table.sandbox.faults.put_out()
    table.sandbox.faults.invite()
    assert (await table.said("@alice /worn role:GoW"))[0].endswith(" True ['GoW'] NoneType")
    assert isinstance(discord.utils.get(table.bot.guilds[0].roles, name="GoW"), discord.Role)


async def test_a_role_mentioned_in_a_post_is_named(table: Any) -> None:
    await table.type("@alice roles GoW")
    (role,) = table.sandbox.world.roles
    outcome = await table.type("@bob /worn role:GoW")
    assert outcome["posts"][0]["names"] == {f"@&{role}": "GoW"}


async def test_roles_have_the_form_of_discords_specification(
    table: Any, specification: Contract | None
) -> None:
    if specification is None:
        pytest.skip("../shared/discord/openapi.json is not beside the project")
    await table.type("@alice roles GoW")
    await table.post("slash", **{"as": "alice"}, line="/worn role:GoW", wait=False)
    interaction = await table.bot.received.get()
    schema = specification._specification.validator(
        {"$ref": "#/components/schemas/ResolvedObjectsResponse/properties/roles"}
    )
    resolved = interaction.data["resolved"]["roles"]
    assert [role["name"] for role in resolved.values()] == ["GoW"]
    schema.validate(resolved)
