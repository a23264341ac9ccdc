"""The referee at the page, in a real browser: fights, batches, forms and restarts as players meet them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.commands.plays import PLAY_BEGINS, PlayClock, entropy_of, plays

ALWAYS = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-4-7 location:K5 name:A side:German",
)


RULED = (
    "9-1 Lt. Schmidt passes; 4-4-7 A breaks, is Replaced by 4-3-6; 4-3-6 B passes, hardens into 4-4-7",
    "1MC: 5,6 = 11 +1 1MC -1 leader 9-1 = 11, needs 7: fails by 4, ELR 2 (A10.1)",
)


async def test_the_arnhem_fight_is_played_by_typing(make_table: Any, sit: Any, picture: Any) -> None:
    lines = plays()["arnhem"].splitlines()
    async with make_table(clock=PlayClock(PLAY_BEGINS), entropy=entropy_of(lines)) as table:
        windows = {who: await sit(table.sandbox, who) for who in ("alice", "bob")}
        for seat in windows.values():
            # Ids, and with them the cuts, follow from the time alone where proposals take none.
            await seat.page.route(
                "**/keyboard/autocomplete", lambda route: route.fulfill(json={"choices": []})
            )
        for line in lines[: lines.index("@bob /game end")]:
            if line.startswith("#"):
                continue
            who, _, typed = line[1:].partition(" ")
            await windows[who].line.fill(typed)
            await windows[who].line.press("Escape")
            table.sandbox.faults.advance(10)
            await windows[who].line.press("Enter")
            await windows[who].sees(f"{who} used {' '.join(typed.split()[: 1 + ('/mc' not in typed)])}")
            await table.client.trail.drain()
        for seat in windows.values():
            ruled = await seat.sees("#7 1MC at G5")
            for told in RULED:
                await expect(ruled).to_contain_text(told)
        await windows["alice"].sees("4-3-6 A ▼ broken DM")
        await windows["bob"].sees_no("Only you can see this.")
        await picture(windows["alice"], "page")


async def test_the_tour_plays_the_arnhem_fight_in_a_channel_of_its_own(table: Any, sit: Any) -> None:
    alice = await sit(table.sandbox)
    tour = alice.log.get_by_role("article", name="A short tour")
    await expect(tour).to_contain_text("This table is kept in table.db")
    await expect(tour.get_by_role("button", name="Start again")).to_have_count(0)
    await alice.presses("Watch the Arnhem fight")
    await expect(alice.page).to_have_title("#arnhem as alice")
    await alice.sees("#5 On the roster: 1 unit at G5")
    await alice.presses("Stop")
    await expect(alice.page.get_by_label("Play: arnhem")).to_have_count(0)


async def test_a_remo_batch_is_rolled_by_the_gow_alone(table: Any, sit: Any, say: Any, picture: Any) -> None:
    await say(table, "@GoW /campaign sample", "@alice /game join side:Axis", "@bob /game join side:Soviet")
    phone = {"viewport": {"width": 400, "height": 800}, "color_scheme": "dark"}
    gow, alice = await sit(table.sandbox, "GoW", **phone), await sit(table.sandbox, "alice")
    await gow.line.press_sequentially("/remo rsus:SS-PzGR")
    await expect(gow.proposals.filter(has_text="SS-PzGR 5")).to_be_visible()
    await gow.types("/remo rsus:SS-PzGR 5, GR 283 scenario:lost")
    sheet = await gow.sees("REMO sheet: 2 RSUs to check")
    await expect(sheet).to_contain_text("10 -3 other -1 lost = 6, holds 60 %")
    await alice.presses("Roll")
    assert "Refused" in await (await alice.sees("Only you can see this.")).inner_text()
    await gow.presses("Roll")
    await alice.sees("#5 REMO: 2 checks")
    await expect(gow.page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    await picture(gow, "page-remo")


async def test_a_question_outlives_a_restart_of_the_bot_while_the_page_is_open(
    restarted: Any, sit: Any, say: Any
) -> None:
    async with restarted() as restart:
        table = await restart()
        await say(table, *ALWAYS, "@alice /mc result:NMC location:K5 dice:1,1")
        alice = await sit(table.sandbox, "alice")
        await alice.sees("#5 NMC at K5 waits: Which dice fell for the Heat of Battle of 4-4-7 A?")
        state = alice.page.get_by_role("status")
        await expect(state).to_contain_text("Referee is here")
        table.sandbox.faults.close_gateway()
        await expect(state).to_contain_text("Referee is away")
        table.sandbox.gateway.down = False
        table = await restart()
        await expect(state).to_contain_text("Referee is here")
        await alice.presses("Enter dice")
        form = alice.page.get_by_role("dialog", name="Dice rolled elsewhere")
        await form.get_by_role("textbox").fill("5 6")
        await form.get_by_role("button", name="Submit").click()
        await alice.sees("#6 NMC at K5")
        await expect(alice.page.get_by_role("button", name="Enter dice")).to_have_count(0)


async def test_a_table_that_nothing_keeps_is_started_again(make_table: Any, sit: Any, say: Any) -> None:
    async with make_table(temporary=True) as table:
        alice, bob = await sit(table.sandbox, "alice"), await sit(table.sandbox, "bob")
        await say(table, *ALWAYS)
        await bob.sees("#4 On the roster")
        await alice.presses("Tour")
        await expect(alice.log).to_contain_text("referee sandbox --database FILE keeps it")
        await alice.presses("Start again")
        await alice.page.get_by_role("dialog").get_by_role("button", name="Start again").click()
        await bob.sees_no("On the roster")
        await bob.types("/game show")
        await bob.sees("Refused: No game is open in this channel.")
        await bob.types(ALWAYS[0].removeprefix("@alice "))
        await alice.sees("#1 Game opened")


@pytest.mark.parametrize("play", sorted(plays()))
async def test_every_play_of_the_tour_goes_through(table: Any, say: Any, public: Any, play: str) -> None:
    for line in plays()[play].splitlines():
        if line and not line.startswith("# "):
            await say(table, line)
    assert not [post for post in await public() if "Refused" in post["content"]]


async def test_the_commands_of_the_readme_are_typed_as_they_stand(table: Any, sit: Any) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```discord\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    alice = await sit(table.sandbox, "alice")
    for number, line in enumerate(block.splitlines(), 1):
        await alice.types(line)
        await alice.sees(f"#{number} ")
    await alice.sees("#5 1MC at G5")
    await alice.sees_no("Refused")


async def test_a_list_of_units_goes_up_as_a_file(table: Any, sit: Any, say: Any) -> None:
    await say(table, *ALWAYS)
    alice = await sit(table.sandbox, "alice")
    await alice.line.fill("/roster paste side:German ")
    async with alice.page.expect_file_chooser() as chosen:
        await alice.page.get_by_role("button", name="file, file").click()
    units = b"3x 4-6-7 @G5\n8-1 Lt. Vogt @G5 wounded\n"
    await (await chosen.value).set_files({"name": "units.csv", "mimeType": "text/csv", "buffer": units})
    await expect(alice.line).to_have_value("/roster paste side:German file:units.csv ")
    await alice.line.press("Enter")
    await expect(await alice.sees("4 units at G5")).to_contain_text("8-1 Lt. Vogt")


async def test_the_page_says_where_the_table_is_kept(make_table: Any, sit: Any, tmp_path: Path) -> None:
    async with make_table(database=tmp_path / "winter.db") as table:
        alice = await sit(table.sandbox, "alice")
        await expect(alice.page.get_by_role("status")).to_contain_text("kept in winter.db")
