"""The page in a real browser, a stock bot behind it: whatever a bot may post or ask is shown and taken."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from aiohttp import web
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from bot.sandbox.offer import Offer

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>**b**"


async def test_a_command_is_found_completed_and_sent_by_keyboard_alone(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    press = alice.page.keyboard.press
    await alice.line.press_sequentially("/game")
    proposals = alice.proposals
    await expect(proposals).to_have_text(["/game newA game"])
    await press("Enter")
    await expect(alice.line).to_have_value("/game new ")
    await expect(proposals).to_contain_text(["module:required", "elr:required"])
    await press("Enter")
    await expect(alice.line).to_have_value("/game new module:")
    await alice.line.press_sequentially("bridge")
    await expect(proposals).to_have_text(["A Bridge Too FarA Br"])
    await press("ArrowDown")
    await press("Tab")
    await expect(alice.line).to_have_value("/game new module:A Br ")
    await press("Enter")
    await expect(alice.line).to_have_value("/game new module:A Br elr:")
    await alice.line.press_sequentially("3")
    await press("Enter")
    await alice.sees("game of A Br, ELR 3")
    await expect(alice.line).to_have_value("")


async def test_posts_are_walked_and_buttons_pressed_by_keyboard_alone(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    press = alice.page.keyboard.press
    await alice.types("/parts")
    await alice.types("hello")
    await alice.sees("hello")
    await press("Shift+Tab")
    await expect(alice.page.get_by_role("button", name="Menu of this post").last).to_be_focused()
    await press("ArrowUp")
    await expect(alice.log.get_by_role("article").first).to_be_focused()
    await press("Tab")
    await press("Tab")
    await expect(alice.page.get_by_role("button", name="Toggle 1")).to_be_focused()
    await press("Enter")
    await alice.sees("toggled 1")


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


async def test_a_play_waits_where_the_bot_asks_and_tells_a_line_that_is_wrong(
    make_table: Any, sit: Any
) -> None:
    play = "# Two parts\n@bob /parts\n@alice /nothing\n@alice /echo words:end"
    table = await make_table(offer=Offer({"parts": play}))
    alice = await sit(table.sandbox)
    await alice.presses("Play parts")
    strip = alice.page.get_by_label("Play: parts")
    await expect(strip).to_contain_text("The referee asks.")
    await alice.presses("Toggle 1")
    await alice.sees("toggled 1")
    await alice.presses("Go on")
    await expect(strip).to_contain_text("@alice /nothing: There is no command")
    await alice.presses("Go on")
    await alice.sees("end 0.5 - -")
    await expect(strip).to_have_count(0)


async def test_the_list_says_what_each_command_and_option_is(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.line.press_sequentially("/")
    commands = alice.proposals
    await expect(commands.first).to_be_visible()
    names = [(await command.inner_text()).split()[0] for command in await commands.all()]
    assert names == sorted(names)
    assert {"/echo", "/whisper", "/game"} <= set(names)
    await alice.line.fill("/echo ")
    expected = [
        "words:required… (text)",
        "times:… (whole number)",
        "loud:… (true or false)",
        "ratio:… (number)",
        "who:… (person)",
        "where:… (channel)",
        "file:… (file)",
    ]
    await expect(commands).to_have_text(expected)
    await alice.line.press_sequentially("words:x loud:")
    await expect(commands).to_have_text(["true", "false"])
    await alice.line.press_sequentially("true who:")
    await expect(commands.filter(has_text="@bob")).to_be_visible()
    await alice.line.press_sequentially("bob where:")
    await expect(commands).to_have_text(["#table"])


async def test_the_roles_of_the_server_are_proposed_where_an_option_takes_one(table: Any, sit: Any) -> None:
    await table.type("@bob roles GoW; Chief umpire")
    alice = await sit(table.sandbox, "alice")
    await alice.line.press_sequentially("/worn role:")
    await expect(alice.proposals).to_have_text(["@GoW", "@Chief umpire"])
    await alice.line.press_sequentially("@ch")
    await alice.page.keyboard.press("Tab")
    await expect(alice.line).to_have_value("/worn role:@Chief umpire ")


async def test_a_mistake_is_told_beside_the_line_which_stays(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.types("/echo words:x times:6")
    await alice.told("'times' takes a whole number from 1 to 5")
    await expect(alice.line).to_have_value("/echo words:x times:6")
    await alice.types("/nothing")
    await alice.told("There is no command like '/nothing'.")
    await alice.types("/echo words:right")
    await alice.sees("right 0.5 - -")
    await expect(alice.page.get_by_role("alert")).to_have_count(0)


async def test_a_command_that_the_bot_does_not_answer_is_told(make_table: Any, sit: Any) -> None:
    table = await make_table(patience=0.2)
    alice = await sit(table.sandbox, "alice")
    await alice.types("/silent")
    await alice.told("The application did not respond.")


async def test_two_people_see_a_post_at_once_and_a_whisper_only_its_own(table: Any, sit: Any) -> None:
    alice, bob = await sit(table.sandbox, "alice"), await sit(table.sandbox, "bob")
    await alice.types("/whisper")
    assert "Only you can see this." in await (await alice.sees("for your eyes")).inner_text()
    await alice.types("hello @bob")
    await bob.sees("hello @bob")
    await bob.sees_no("for your eyes")
    await bob.types("/think")
    await alice.sees("and more")
    await alice.types("/change")
    assert "(edited)" in await (await bob.sees("second")).inner_text()
    await alice.types("/change delete:true")
    await expect(bob.log.get_by_text("first")).to_have_count(0)


async def test_a_role_in_a_post_is_shown_by_its_name(table: Any, sit: Any) -> None:
    await table.type("@alice roles GoW")
    alice = await sit(table.sandbox, "alice")
    await alice.types("/worn role:@GoW")
    await alice.sees("@GoW True")


async def test_lists_and_buttons_are_used_and_follow_the_bots_edit(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.types("/parts")
    await alice.sees("parts")
    await alice.page.get_by_text("Choose squads").click()
    await alice.page.get_by_label("Squad 1").check()
    await alice.page.get_by_label("Squad 3").check()
    await alice.presses("Choose")
    await alice.sees("picked s1,s3")
    await alice.presses("Toggle 1")
    await alice.sees("toggled 1")
    await alice.presses("Toggle 2")
    await alice.sees("toggled 2")


async def test_a_form_holds_its_mistakes_and_takes_what_is_right(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.types("/form")
    form = alice.page.get_by_role("dialog", name="Losses")
    await expect(form.get_by_label("Taken")).to_be_focused()
    await alice.page.keyboard.press("Enter")
    await expect(form.get_by_role("alert")).to_contain_text("takes 1 to 3 characters, not 0")
    await form.get_by_label("Taken").fill("12")
    await alice.page.keyboard.press("Tab")
    await alice.page.keyboard.type("a bad day")
    await alice.page.keyboard.press("Enter")
    await alice.sees("12 taken, a bad day")
    await expect(form).to_have_count(0)
    await expect(alice.line).to_be_focused()


async def test_a_file_goes_up_with_a_command_and_one_comes_down(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.line.fill("/echo words:sheet ")
    async with alice.page.expect_file_chooser() as chosen:
        await alice.page.get_by_role("button", name="file, file").click()
    csv = {"name": "units.csv", "mimeType": "text/csv", "buffer": b"4-6-7,G5"}
    await (await chosen.value).set_files(csv)
    await expect(alice.line).to_have_value("/echo words:sheet file:units.csv ")
    await alice.line.press("Enter")
    await alice.sees("sheet 0.5 - - 4-6-7,G5")
    await alice.types("/report")
    report = await alice.sees("one line")
    async with alice.page.expect_download() as download:
        await report.get_by_role("link", name="the_report.txt").click()
    assert (await (await download.value).path()).read_bytes() == b"8-3-8"
    await expect(report.locator("pre")).to_have_text("8-3-8  x2")
    await expect(report.locator("strong", has_text="Bold")).to_be_visible()


async def test_a_post_has_a_menu_with_the_bots_commands(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.types("quote me")
    post = await alice.sees("quote me")
    await post.click(button="right")
    await expect(alice.page.get_by_role("menuitem")).to_have_text(["Quote", "Copy text"])
    await expect(alice.page.get_by_role("menuitem", name="Quote")).to_be_focused()
    await alice.page.keyboard.press("Escape")
    await expect(alice.page.get_by_role("menu")).to_have_count(0)
    await alice.page.keyboard.press("Enter")
    await alice.page.keyboard.press("Enter")
    quoted = alice.log.locator("blockquote").filter(has_text="quote me")
    await expect(quoted).to_be_visible()


async def test_history_comes_in_pages_and_pins_in_a_list(make_table: Any, sit: Any) -> None:
    table = await make_table(bot_permissions=("pin_messages",))
    for n in range(60):
        await table.type(f"@alice says number {n}")
    await table.type("@alice /echo words:pinned")
    last = [message async for message in table.channel().history(limit=1)]
    await last[0].pin()
    alice = await sit(table.sandbox, "alice")
    await alice.sees("number 59")
    await expect(alice.log.get_by_role("article")).to_have_count(50)
    await alice.presses("Earlier posts")
    await expect(alice.log.get_by_role("article")).to_have_count(61)
    assert "number 0" in await alice.log.get_by_role("article").first.inner_text()
    await expect(alice.page.get_by_role("button", name="Earlier posts")).to_have_count(0)
    await alice.presses("Pinned")
    pinned = alice.page.get_by_role("dialog", name="Pinned").get_by_role("article")
    await expect(pinned).to_contain_text(["pinned 0.5 - -"])


async def test_channels_and_threads_are_opened_and_tell_of_posts_not_seen(table: Any, sit: Any) -> None:
    alice, bob = await sit(table.sandbox, "alice"), await sit(table.sandbox, "bob")
    for label, name in (("New channel", "hall"), ("New thread", "attic")):
        await alice.presses(label)
        await alice.page.get_by_role("dialog").get_by_role("textbox").fill(name)
        await alice.page.keyboard.press("Enter")
        await expect(alice.page.get_by_role("heading", level=1)).to_have_text(f"#{name}")
    await alice.types("up here")
    link = bob.page.get_by_role("navigation").get_by_role("link", name="attic (new posts)")
    await link.click()
    await bob.sees("up here")


async def test_one_may_be_somebody_else_in_the_same_window(table: Any, sit: Any) -> None:
    seat = await sit(table.sandbox, "alice")
    await seat.types("/whisper")
    await seat.sees("for your eyes")
    await seat.page.get_by_label("You are").select_option("a spectator")
    await expect(seat.page).to_have_title("#table as spectator")
    await seat.sees_no("for your eyes")
    await seat.types("only looking")
    assert "spectator" in await (await seat.sees("only looking")).inner_text()


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


async def test_the_page_comes_back_to_a_table_that_did_not_answer_for_a_while(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.page.context.set_offline(True)
    await alice.types("lost")
    await alice.told("The table does not answer.")
    await expect(alice.line).to_have_value("lost")
    await alice.page.context.set_offline(False)
    await alice.line.press("Enter")
    await alice.sees("lost")
    alice.wrong[:] = [said for said in alice.wrong if "ERR_INTERNET_DISCONNECTED" not in said]


async def test_a_wrong_address_shows_nothing(table: Any, browser: Any) -> None:
    page = await browser.new_page()
    response = await page.goto(f"{table.sandbox.url}/wrong/")
    assert response.status == 404
    async with aiohttp.ClientSession() as session, session.get(f"{table.sandbox.url}/x/keyboard") as answer:
        assert answer.status == 404
