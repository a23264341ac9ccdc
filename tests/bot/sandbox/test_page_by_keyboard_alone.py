"""The page in a real browser: commands found, completed and sent, posts walked, without a mouse."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect


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


async def test_proposals_stay_for_one_who_leaves_the_line_and_is_back_at_once(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox, "alice")
    await alice.line.press_sequentially("/echo ")
    await expect(alice.proposals.first).to_be_visible()
    await alice.line.evaluate("line => { line.blur(); line.focus(); }")
    await alice.page.wait_for_timeout(300)
    await expect(alice.proposals.first).to_be_visible(timeout=1)


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
