"""/trail check: the channel against the ledger, and what happens to posts noted as it happens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"
REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
NAMES = ("Referee", "REFEREE", "Rеfеrее", "R3feree", "R e f e r e e", "Ｒｅｆｅｒｅｅ")
"""the referee's own name, and what reads like it: with Cyrillic letters, a digit, spaces, in full width"""
CHECK = "@alice /trail check"
CLEAN = (
    "Compared 5 posts with the ledger, among 5 messages.\n"
    "Each of them stands as I sent it, and nobody imitates me."
)


@pytest.fixture
async def fought(restarted: Any, say: Any, fight: Any) -> AsyncIterator[Any]:
    """A table at which five entries stand: the game, two seats, a squad, a DR."""
    async with restarted() as restart:
        table = await restart()
        await say(table, *fight, SQUAD, "@bob /dr purpose:wind")
        await table.client.trail.settle()
        yield table


@pytest.fixture
def as_bot() -> Any:
    """A call of Discord's API with the referee's own token, by a program that is not the referee."""

    async def call(table: Any, method: str, path: str, body: Any = None) -> Any:
        channel = table.sandbox.faults.place("table").id
        url = f"{table.sandbox.url}/api/v10/channels/{channel}/messages{path}"
        headers = {"Authorization": f"Bot {table.sandbox.token}"}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, json=body, headers=headers) as response,
        ):
            assert response.status < 300, await response.text()
            return await response.json() if response.status != 204 else None

    return call


async def noted(table: Any) -> None:
    """What reached the referee before this look is noted after it: events come in their order."""
    for _ in range(2):
        await table.typist.type("@bob /roster show")
    await table.client.watch.drain()


def told(outcome: Any) -> str:
    assert {post["only"] for post in outcome["posts"]} == {"alice"}
    # A link names the ids of server, channel and message.
    return re.sub(r"https://\S+/(\d+)", "<link>", "\n".join(post["content"] for post in outcome["posts"]))


def timeless(text: str) -> str:
    return re.sub(r"<t:\d+:f>", "<time>", text)


async def test_a_deletion_is_noted_before_the_client_closes_and_one_after_that_is_passed_over(
    fought: Any, keys: Any, standing: Any, caplog: Any
) -> None:
    client, reached, held = fought.client, asyncio.Event(), asyncio.Event()

    async def settle() -> None:
        reached.set()
        await held.wait()

    client.watch._settle = settle
    first, second = standing(fought)[3:5]
    await keys(fought, "delete", "owner", messages=[first["id"]])
    await reached.wait()
    closing = asyncio.create_task(client.close())
    await keys(fought, "delete", "owner", messages=[second["id"]])
    assert not closing.done()
    held.set()
    await closing
    noted = [post["content"] for post in standing(fought) if post["content"].startswith("NOTE:")]
    assert [note.partition(". ")[0] for note in noted] == [
        "NOTE: my post of #4 was deleted from this channel"
    ]
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_channel_in_which_nothing_happened_is_told_in_two_lines(fought: Any, say: Any) -> None:
    assert told(await say(fought, CHECK)) == CLEAN


async def test_a_post_that_was_deleted_is_named_and_posted_again_once(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    gone = standing(fought)[3]
    await keys(fought, "delete", "owner", messages=[gone["id"]])
    await noted(fought)
    assert standing(fought)[-1]["content"] == (
        "NOTE: my post of #4 was deleted from this channel. The ledger keeps every entry: "
        "`/trail show entry:4` tells it, /trail check posts again what is missing."
    )
    outcome = await say(fought, CHECK)
    assert told(outcome) == ("Compared 5 posts with the ledger, among 5 messages.\n1. my post of #4 is gone.")
    for answer in ("1 post follows, each marked as posted again.", "Nothing is missing any more."):
        (reply,) = (await say(fought, "@alice [Post again what is missing]"))["posts"]
        assert (reply["only"], reply["content"]) == ("alice", answer)
        await fought.client.trail.drain()
    again = standing(fought)[-1]
    assert again["content"] == "Posted again: #4 On the roster: 1 unit at G5"
    assert again["embeds"] == gone["embeds"]
    assert told(await say(fought, CHECK)) == CLEAN.replace("among 5", "among 6")


async def test_a_post_edited_with_the_referees_own_token_is_noted_and_found(
    fought: Any, say: Any, standing: Any, as_bot: Any
) -> None:
    changed = standing(fought)[4]
    await as_bot(fought, "PATCH", f"/{changed['id']}", {"content": "#5 German rolls a DR: 1,1 = 2"})
    await noted(fought)
    note = standing(fought)[-1]["content"]
    assert note.startswith("NOTE: my post of #5 was edited, and not by me: https://discord.com/channels/")
    assert "/trail show entry:5" in note
    assert timeless(told(await say(fought, CHECK))) == (
        "Compared 5 posts with the ledger, among 6 messages.\n"
        "1. my post of #5 was edited <time> and does not say what I sent: <link>."
    )


async def test_an_edit_that_was_taken_back_is_found_by_its_time(
    fought: Any, say: Any, standing: Any, as_bot: Any
) -> None:
    changed = standing(fought)[4]
    for content in ("nothing", changed["content"]):
        await as_bot(fought, "PATCH", f"/{changed['id']}", {"content": content})
    await noted(fought)
    assert timeless(told(await say(fought, CHECK))) == (
        "Compared 5 posts with the ledger, among 6 messages.\n"
        "1. my post of #5 was edited <time>, though it says what I sent: <link>."
    )


async def test_what_discord_itself_rewrote_is_no_edit(fought: Any, say: Any, standing: Any) -> None:
    place = fought.sandbox.faults.place("table")
    place.messages[int(standing(fought)[4]["id"])].content = "another spelling"
    assert told(await say(fought, CHECK)) == (
        "Compared 5 posts with the ledger, among 5 messages.\n"
        "1. my post of #5 reads otherwise than I sent it; Discord knows of no edit: <link>."
    )


async def test_the_referees_own_edits_are_no_news(fought: Any, say: Any, standing: Any) -> None:
    await say(fought, "@bob /mc result:NMC location:G5 dice:2,3", "@alice [Agree]")
    await fought.client.trail.drain()
    await noted(fought)
    assert standing(fought)[5]["edited"]
    footers = [post["embeds"][0]["footer"]["text"] for post in standing(fought)]
    assert [footer.split()[0] for footer in footers] == [f"#{n}" for n in range(1, 8)]
    assert told(await say(fought, CHECK)) == CLEAN.replace("5", "7")


async def test_a_pin_is_no_edit(fought: Any, say: Any, standing: Any, as_bot: Any) -> None:
    message = fought.client.get_partial_messageable(fought.sandbox.faults.place("table").id)
    fought.sandbox.world.bot.granted |= 1 << 51
    await message.get_partial_message(int(standing(fought)[0]["id"])).pin()
    await noted(fought)
    assert len(standing(fought)) == 5
    assert told(await say(fought, CHECK)) == CLEAN


async def test_posts_deleted_together_are_one_note(fought: Any, keys: Any, standing: Any) -> None:
    posts = standing(fought)
    await keys(fought, "delete", "owner", messages=[posts[n]["id"] for n in (0, 2, 3, 4)])
    await noted(fought)
    notes = standing(fought)[1:]
    assert len(notes) == 1
    assert notes[0]["content"].startswith("NOTE: my posts of #1 and #3 to #5 were deleted from this channel.")


@pytest.mark.parametrize("bot", [False, True])
@pytest.mark.parametrize("name", NAMES)
async def test_a_webhook_or_bot_under_the_referees_name_is_an_imitation(
    fought: Any, say: Any, keys: Any, name: str, bot: bool
) -> None:
    """What it says is not to be read by a bot; its name is."""
    await keys(fought, "webhook", "owner", name=name, content="#6 1MC", bot=bot)
    text = told(await say(fought, CHECK))
    assert text.split("\n")[1].startswith("1. not my post, though it looks like one; it is by ")


async def test_a_person_and_a_bot_of_another_name_imitate_nobody(fought: Any, say: Any, keys: Any) -> None:
    await keys(fought, "webhook", "owner", name="Weather", content="sunny")
    await say(fought, "@Referees says #5 · 0123456789abcdef")
    assert told(await say(fought, CHECK)) == CLEAN.replace("among 5", "among 7")


async def test_a_footer_is_an_imitation_where_it_can_be_read(fought: Any, say: Any, keys: Any) -> None:
    me = fought.client.user.id
    await keys(fought, "webhook", "owner", name="Weather", content=f"<@{me}> #6 · 0123456789abcdef")
    assert "1. not my post, though it looks like one; it is by Weather: <link>." in told(
        await say(fought, CHECK)
    )


async def test_a_post_written_with_the_referees_own_token_is_in_no_ledger(
    fought: Any, say: Any, standing: Any, as_bot: Any
) -> None:
    forged = {"description": "6,6", "footer": {"text": "#6 · 0123456789abcdef"}}
    await as_bot(fought, "POST", "", {"content": "#6 Russian rolls a DR", "embeds": [forged]})
    copied = standing(fought)[4]
    await as_bot(fought, "POST", "", {"content": copied["content"], "embeds": copied["embeds"]})
    assert told(await say(fought, CHECK)) == (
        "Compared 5 posts with the ledger, among 7 messages.\n"
        "1. a post under my name shows #6 with a hash that is not in my ledger: <link>.\n"
        "2. a second post of #5 under my name: <link>; the ledger knows another one."
    )


async def test_without_read_history_nothing_is_said_of_deletions(fought: Any, say: Any) -> None:
    fought.sandbox.faults.deny("table", ["read_message_history"])
    assert told(await say(fought, CHECK)).startswith("Refused: Here I lack Read Message History.")


async def test_a_former_channel_that_cannot_be_read_is_an_answer_of_its_own(
    fought: Any, say: Any, keys: Any
) -> None:
    await keys(fought, "channels", "owner", name="hall")
    await say(fought, "#hall", "@alice /game move game:1")
    fought.sandbox.faults.deny("table", ["read_message_history"])
    place = fought.sandbox.faults.place("table").id
    assert told(await say(fought, CHECK)) == (
        "Compared 1 post with the ledger, among 1 message.\n"
        f"<#{place}> cannot be compared: I lack Read Message History or View Channel there. "
        "Who manages the channel can give it: Edit Channel, Permissions, my role."
    )
    fought.sandbox.faults.delete_channel("table")
    assert f"The channel {place} is gone, with the posts that stood there." in told(await say(fought, CHECK))


async def test_what_is_not_posted_yet_is_named(fought: Any, say: Any) -> None:
    fought.sandbox.faults.refuse(REPLY, status=404)
    fought.sandbox.faults.refuse("POST /channels/{channel_id}/messages", status=403)
    await say(fought, "@bob /dr")
    await fought.client.trail._quiet.wait()
    assert told(await say(fought, CHECK)) == (
        "Compared 5 posts with the ledger, among 5 messages.\n"
        "#6 is not posted yet; I post it as soon as its channel takes it."
    )


async def test_a_check_goes_on_where_an_earlier_one_stopped(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    for n in range(30):
        await say(fought, *(f"@bob says {n} {k}" for k in range(4)))
    await keys(fought, "delete", "owner", messages=[standing(fought)[1]["id"]])
    await noted(fought)
    seen: list[int] = []

    async def note(so_far: Any) -> None:
        seen.append(so_far.messages)

    first = await fought.client.channel_check.compare(1, 2**62, note, seconds=-1)
    assert (first.finished, seen) == (False, [])
    fought.sandbox.faults.refuse("GET /channels/{channel_id}/messages", status=503, times=9)
    text = told(await say(fought, CHECK))
    assert text == (
        "Refused: Discord does not give me the messages of this channel. "
        "/trail check goes on from where it stopped."
    )
    fought.sandbox.faults.clear()
    assert told(await say(fought, CHECK)) == (
        "Compared 5 posts with the ledger, among 125 messages.\n1. my post of #2 is gone."
    )


async def test_an_onlooker_may_compare_and_not_post_again(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    await keys(fought, "delete", "owner", messages=[standing(fought)[1]["id"]])
    outcome = await say(fought, "@carol /trail check")
    assert outcome["posts"][0]["content"].endswith("1. my post of #2 is gone.")
    (reply,) = (await say(fought, "@carol [Post again what is missing]"))["posts"]
    assert reply["content"].startswith("Refused: This is for the players of the game")


async def test_a_game_that_ended_is_compared_too(fought: Any, say: Any) -> None:
    await say(fought, "@alice /game end", "@bob [Agree]")
    assert told(await say(fought, CHECK)) == CLEAN.replace("5", "7")


async def test_without_a_game_there_is_nothing_to_compare(fought: Any, say: Any, keys: Any) -> None:
    await keys(fought, "channels", "owner", name="hall")
    assert told(await say(fought, "#hall", CHECK)).startswith("Refused: No game is open in this channel.")
