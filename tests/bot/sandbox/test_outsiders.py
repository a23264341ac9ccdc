"""Who may not act at the keyboard: pages of other sites, programs that do not know the key."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

STRANGERS: list[dict[str, str]] = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Host": "evil.example"},
    {"Host": "table.evil.example:80"},
]


@pytest.mark.parametrize("headers", STRANGERS, ids=str)
async def test_a_page_of_another_site_neither_acts_nor_looks(table: Any, headers: dict[str, str]) -> None:
    for method, word in (
        ("POST", "say"),
        ("POST", "faults"),
        ("GET", "history"),
        ("GET", "live"),
        ("GET", ""),
    ):
        url = f"{table.sandbox.keyboard}/{word}".removesuffix("/")
        body = {"as": "alice", "content": "x", "do": "clear"}
        async with table.session.request(method, url, json=body, headers=headers) as response:
            assert response.status == 403
            assert "Access-Control-Allow-Origin" not in response.headers
    assert await table.get("/posts") == []


async def test_a_page_of_another_site_is_no_bot_either(table: Any) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await table.session.ws_connect(table.sandbox.url, headers={"Origin": "http://evil.example"})
    assert refused.value.status == 403


async def test_without_the_key_nothing_is_there(table: Any) -> None:
    key = table.sandbox.keyboard.split("/")[3]
    assert len(key) > 40
    for wrong in ("", f"/{key[:-1]}", f"/{key}x", f"/{'0' * len(key)}"):
        for word in ("/keyboard", "/keyboard/history", "/keyboard/posts"):
            async with table.session.get(f"{table.sandbox.url}{wrong}{word}") as response:
                assert response.status == 404
        async with table.session.post(
            f"{table.sandbox.url}{wrong}/keyboard/say", json={"as": "a", "content": "x"}
        ) as response:
            assert response.status in (404, 405)
    assert await table.get("/posts") == []


async def test_each_sandbox_has_a_key_of_its_own(make_table: Any) -> None:
    tables = [await make_table(), await make_table()]
    assert len({table.sandbox.keyboard.split("/")[3] for table in tables}) == 2


async def test_an_attached_page_cannot_act_as_the_table(table: Any) -> None:
    form = aiohttp.FormData()
    form.add_field("as", "alice")
    form.add_field("file", b"<script>fetch('keyboard/say')</script>", filename="orders.html")
    async with table.session.post(f"{table.sandbox.keyboard}/upload", data=form) as response:
        uploaded = await response.json()
    address = table.sandbox.keyboard.replace(
        "/keyboard", f"/attachments/0/{uploaded['attachment']}/orders.html"
    )
    async with table.session.get(address) as response:
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
