"""What Discord refuses to take as a message."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.sandbox.errors import ApiError
from bot.sandbox.limits import check_message


def button(custom_id: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "b", "custom_id": custom_id, **more}


def rows(*parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": row} for row in parts]}


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}], **more}


LONG = {"fields": [{"name": "n" * 256, "value": "v" * 1000}] * 4}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"nonce": "x" * 26}, "nonce"),
        ({"embeds": [{}] * 11}, "embeds"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
        ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
        ({"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
        ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value"),
        ({"embeds": [{"fields": [{"name": " ", "value": "v"}]}]}, "embeds.0.fields.0.name"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]}, "embeds.0.fields.0.value"),
        ({"embeds": [LONG, LONG]}, "embeds"),
        ({"attachments": [{"id": n} for n in range(11)]}, "attachments"),
        (rows(*[[button(str(n))] for n in range(6)]), "components"),
        (rows([]), "components.0.components"),
        (rows([button(str(n)) for n in range(6)]), "components.0.components"),
        (rows([button("a")], [button("a")]), "components.1.components.0.custom_id"),
        (rows([button("x" * 101)]), "components.0.components.0.custom_id"),
        (rows([button("")]), "components.0.components.0.custom_id"),
        (rows([button("a", label="x" * 81)]), "components.0.components.0.label"),
        (rows([button("a", label="")]), "components.0.components.0"),
        (rows([{"type": 2, "style": 5, "label": "l"}]), "components.0.components.0.url"),
        (rows([button("a", style=5, url="http://x")]), "components.0.components.0.custom_id"),
        (rows([select(), button("a")]), "components.0.components"),
        (rows([select(options=[])]), "components.0.components.0.options"),
        (
            rows([select(options=[{"label": "a", "value": "a"}] * 2)]),
            "components.0.components.0.options.1.value",
        ),
        (rows([select(max_values=2)]), "components.0.components.0.max_values"),
        (rows([select(placeholder="x" * 151)]), "components.0.components.0.placeholder"),
        ({"components": [button("a")]}, "components.0.type"),
        (rows([{"type": 4, "custom_id": "t"}]), "components.0.components.0.type"),
        ({"flags": 1 << 15}, "flags"),
    ],
)
def test_a_body_over_a_limit_is_refused_with_the_path_to_it(body: dict[str, Any], path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_message(body)
    assert refused.value.body["code"] == 50035
    node: Any = refused.value.body["errors"]
    for step in path.split("."):
        node = node[step]
    assert node["_errors"][0]["message"]


def test_a_body_at_every_limit_is_taken() -> None:
    options = [{"label": "x" * 100, "value": f"{n:0100}"} for n in range(25)]
    full = rows(
        *[[button(f"{row}{n}" + "x" * 98) for n in range(5)] for row in range(4)], [select(options=options)]
    )
    fields = [{"name": "n" * 16, "value": "v" * 100}] * 25
    embed = {"title": "t" * 256, "description": "d" * 2000, "fields": fields, "footer": {"text": "f" * 844}}
    check_message({"content": "x" * 2000, "embeds": [embed] + [{}] * 9, **full})


async def test_the_client_is_told_where_it_went_wrong(table: Any) -> None:
    embed = discord.Embed(description="x" * 4000)
    with pytest.raises(discord.HTTPException) as refused:
        await table.channel().send(embeds=[embed, embed])
    assert (refused.value.status, refused.value.code) == (400, 50035)
    assert "6000" in refused.value.text


@pytest.mark.parametrize("body", [{}, {"content": "  "}, {"content": None}, rows([button("a")])])
async def test_an_empty_message_is_refused(table: Any, body: dict[str, Any]) -> None:
    status, answer = await table.api("POST", f"/channels/{table.channel().id}/messages", body)
    assert (status, answer["code"]) == (400, 50006)


async def test_an_edit_that_would_empty_a_message_is_refused(table: Any) -> None:
    message = await table.channel().send("something")
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content=None)
    assert refused.value.code == 50006
    assert (await table.channel().fetch_message(message.id)).content == "something"


async def test_a_body_that_is_no_json_is_refused(table: Any) -> None:
    headers = {"Authorization": f"Bot {table.sandbox.token}", "Content-Type": "application/json"}
    url = f"{table.sandbox.url}/api/v10/channels/{table.channel().id}/messages"
    async with table.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
