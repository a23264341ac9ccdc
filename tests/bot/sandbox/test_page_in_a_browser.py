"""The page in a real browser, a stock bot behind it: whatever a bot may post or ask is shown and taken."""

from __future__ import annotations

from typing import Any

import aiohttp
from playwright.async_api import expect

from bot.sandbox.offer import Offer


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
