"""The page in a real browser: for every eye and window, and against who means it harm."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>**b**"


async def test_the_theme_is_chosen_and_kept(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice", color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    assert await alice.page.evaluate(colour) == "rgb(255, 255, 255)"
    await alice.page.get_by_role("button", name="Theme: system").click()
    await expect(alice.page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert await alice.page.evaluate(colour) == "rgb(49, 51, 56)"
    await alice.page.reload()
    await expect(alice.page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert await alice.page.evaluate(colour) == "rgb(49, 51, 56)"


async def test_markup_in_names_posts_and_channels_is_shown_as_text(table: Any, sit: Any) -> None:
    await table.post("channels", name=MARKUP)
    for who in (MARKUP, "\u202eevil", 'a"onmouseover="alert(3)'):
        await table.post("say", **{"as": who}, channel="table", content=f"{MARKUP} javascript:alert(4)")
    body = {
        "content": "[click](javascript:alert(5)) [here](https://example.org/a) <https://example.org/b>",
        "embeds": [{"title": MARKUP, "description": MARKUP, "footer": {"text": MARKUP}}],
        "components": [
            {"type": 1, "components": [{"type": 2, "style": 1, "label": MARKUP[:70], "custom_id": "x"}]}
        ],
    }
    await table.api("POST", f"/channels/{table.channel().id}/messages", body)
    alice = await sit(table.sandbox, "alice", "table")
    alice.page.on("dialog", lambda opened: alice.wrong.append(f"acted: {opened.message}"))
    post = await alice.sees("here")
    await expect(alice.page.locator("script:not([src]), main img, [onerror], [onmouseover]")).to_have_count(0)
    links = [await link.get_attribute("href") for link in await alice.page.locator("main a").all()]
    assert links == ["https://example.org/a", "https://example.org/b"]
    assert "<script>alert(2)</script>" in await post.inner_text()
    assert MARKUP in await alice.page.get_by_role("navigation").inner_text()
    names = [await name.inner_text() for name in await alice.page.locator("article .author").all()]
    assert names == [MARKUP, "\u202eevil", 'a"onmouseover="alert(3)', "Referee"]


HOSTILE = """<!doctype html><title>waiting</title><iframe name=inside></iframe>
<form id=form method=post target=inside enctype=text/plain></form><script>
const at = decodeURIComponent(location.hash.slice(1));
const body = JSON.stringify({as: "alice", content: "forged", line: "/echo words:forged"});
const tries = ["say", "slash"].flatMap(word => ["cors", "no-cors"].map(mode =>
  fetch(at + "keyboard/" + word, {method: "POST", mode, body, headers: {"Content-Type": "text/plain"}})));
tries.push(fetch(at + "keyboard/history"), fetch(at + "keyboard", {mode: "cors"}));
tries.push(new Promise((resolve, reject) => {
  const socket = new WebSocket(at.replace("http", "ws") + "keyboard/live?after=0");
  socket.onmessage = resolve; socket.onclose = reject; }));
const field = document.createElement("input");
field.name = body.slice(0, -1) + ', "x": "'; field.value = '"}';
form.append(field); form.action = at + "keyboard/say"; form.submit();
Promise.allSettled(tries).then(async ended => {
  const read = ended.filter(each => each.value && (each.value.data || each.value.ok));
  inside.location = at; await new Promise(done => setTimeout(done, 300));
  let framed = "nothing"; try { framed = inside.document.title } catch { framed = "closed" }
  document.title = "read " + read.length + ", framed " + framed; });
</script>"""


async def test_a_hostile_page_in_another_tab_cannot_act_even_with_the_key(table: Any, sit: Any) -> None:
    async def hostile(request: web.Request) -> web.Response:
        return web.Response(text=HOSTILE, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", hostile)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    alice = await sit(table.sandbox, "alice")
    await alice.types("mine")
    await alice.sees("mine")
    other: Page = await alice.page.context.new_page()
    port = runner.addresses[0][1]
    await other.goto(f"http://127.0.0.1:{port}/#{table.sandbox.page}")
    await expect(other).to_have_title("read 0, framed closed")
    await alice.types("still mine")
    await alice.sees("still mine")
    posts = (await table.get("/history"))["posts"]
    assert [post["content"] for post in posts] == ["mine", "still mine"]
    await runner.cleanup()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [1100, 360])
async def test_axe_finds_nothing_wrong(table: Any, sit: Any, scheme: str, width: int) -> None:
    viewport = {"width": width, "height": 740}
    alice = await sit(table.sandbox, "alice", viewport=viewport, color_scheme=scheme, bypass_csp=True)
    await looked_at(alice.page)
    for line in (
        "/report",
        "/parts",
        "/whisper",
        "/change",
        "> quoted `code` **bold** @bob https://example.org/",
    ):
        await alice.types(line)
    await alice.sees("quoted")
    await alice.page.get_by_text("Choose squads").click()
    await alice.line.fill("/echo ")
    await expect(alice.proposals.first).to_be_visible()
    await looked_at(alice.page)
    await alice.types("/nothing")
    await alice.told("There is no command")
    await alice.types("/form")
    await alice.page.get_by_role("dialog").wait_for()
    await looked_at(alice.page)


async def looked_at(page: Page) -> None:
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


TOO_WIDE = """() => [...document.querySelectorAll("main *")]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML)"""


async def test_on_a_phone_nothing_is_wider_than_the_window(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice", viewport={"width": 360, "height": 640}, has_touch=True)
    await alice.types(f"{'x' * 300} `{'y' * 200}`")
    await alice.types("/report")
    await alice.sees("one line")
    await alice.line.fill("/echo ")
    await expect(alice.proposals.first).to_be_visible()
    assert await alice.page.evaluate(TOO_WIDE) == []
    assert await alice.page.evaluate("document.documentElement.scrollWidth") == 360
    await alice.page.get_by_role("button", name="words, text, required").tap()
    await expect(alice.line).to_have_value("/echo words:")
