"""The menu of a message: rulings explained, dice verified by hand, imitations told from posts."""

from __future__ import annotations

import hashlib
import hmac
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import aiohttp
import pytest

SQUADS = (
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@alice /roster add counter:4-6-7 squad location:G5 name:Anton",
)


@pytest.fixture
async def fought(make_table: Any, say: Any, fight: Any) -> AsyncIterator[Any]:
    """A table with eight entries; #6 and #7 check Schmidt and Anton with 2,3 5,6, #8 is a DR."""
    async with make_table() as table:
        typed = "@bob /mc result:1MC location:G5 known_enemy_in_los:False dice:2,3,5,6"
        await say(table, *fight, *SQUADS, typed, "@alice [Agree]", "@bob /dr purpose:wind")
        await table.client.trail.drain()
        yield table


@pytest.fixture
def menu(standing: Any, keys: Any) -> Any:
    """What alice is told when she takes a menu command on the post of a number, or on the newest."""

    async def taken(table: Any, name: str, seq: int = 0) -> str:
        shown = [post for post in standing(table) if post["embeds"]]
        posts = [post for post in shown if post["embeds"][0]["footer"]["text"].startswith(f"#{seq} ")]
        chosen = (posts or standing(table))[-1]
        outcome = await keys(table, "menu", "alice", command=name, message=chosen["id"])
        assert {post["only"] for post in outcome["posts"]} == {"alice"}
        return "\n".join(post["content"] for post in outcome["posts"])

    return taken


async def test_every_number_of_a_ruling_stands_with_its_rule(fought: Any, menu: Any) -> None:
    told = (await menu(fought, "Explain this ruling", 7)).split("\n")
    assert told[0] == "**#7: 1MC, rule `asl.attack`**"
    assert told[1].startswith("9-1 Schmidt: 1MC: 2,3 = 5")
    assert told[5] == "- Final 6, highest Original that passes 8, margin -3 (A10.1)"
    assert told[6].startswith("4-6-7 Anton: 1MC: 5,6 = 11")
    assert told[7:] == [
        "- 5 coloured, 6 white: 11 (dice `mc:2`)",
        "- +1 1MC (A10.1)",
        "- -1 leader 9-1 (A10.7 A10.72)",
        "- Morale Level 7: 7 printed (A25.1)",
        "- Final 11, highest Original that passes 7, margin 4, ELR 3 (A10.1)",
        "4-6-7 Anton: broken, DM (A10.4)",
        "4-6-7 Anton: 4-6-7 Replaced by German 4-4-7 (A19.13 A25.1)",
    ]


async def test_a_question_is_explained_by_what_it_asks(fought: Any, menu: Any) -> None:
    assert (await menu(fought, "Explain this ruling", 6)).split("\n")[-1] == "It stopped to ask: entered dice"


async def test_what_rules_nothing_is_not_explained(fought: Any, menu: Any, say: Any) -> None:
    assert await menu(fought, "Explain this ruling", 4) == (
        "Refused: #4 rules nothing; `/trail show entry:4` tells what it is."
    )
    await say(fought, "@bob says hello")
    assert (await menu(fought, "Explain this ruling")).startswith(
        "Refused: That message is no post of an entry"
    )


async def test_dice_that_were_entered_are_proved_by_nothing(fought: Any, menu: Any) -> None:
    assert (await menu(fought, "Verify these dice", 7)).split("\n") == [
        "**The dice of #7**",
        "Dice `mc:1`: 2,3, rolled elsewhere and entered",
        "Dice `mc:2`: 5,6, rolled elsewhere and entered",
        "They were rolled elsewhere and entered: nothing proves them but the players' word.",
    ]
    assert await menu(fought, "Verify these dice", 4) == "Refused: No die fell for #4."


async def test_while_the_seed_is_secret_it_is_said_what_is_held_back_and_why(
    fought: Any, menu: Any, standing: Any
) -> None:
    told = await menu(fought, "Verify these dice", 8)
    commitment = re.search(r"Commitment: `([0-9a-f]{64})`", standing(fought)[0]["embeds"][0]["description"])
    assert commitment is not None
    assert f"Commitment, posted as #1: `{commitment[1]}`" in told
    cuts = [re.search(r"`(\d+)`", standing(fought)[n]["embeds"][0]["description"]) for n in (1, 2)]
    assert f"Cuts in the order of the seats: `{cuts[0][1]}`, `{cuts[1][1]}`" in told  # type: ignore[index]
    assert "Dice `roll:2`, n 0: " in told
    assert "The seed of this epoch is held back" in told
    assert "Key" not in told


async def test_once_it_is_revealed_the_dice_are_computed_by_hand_from_what_is_told(
    fought: Any, menu: Any, say: Any
) -> None:
    await say(fought, "@alice /game end", "@bob [Agree]")
    told = await menu(fought, "Verify these dice", 8)
    seed = bytes.fromhex(re.search(r"Seed, revealed by #10: `([0-9a-f]{64})`", told)[1])  # type: ignore[index]
    commitment = re.search(r"posted as #1: `([0-9a-f]{64})`", told)[1]  # type: ignore[index]
    assert hashlib.sha256(b"\0".join((b"v1", b"1", b"1", seed))).hexdigest() == commitment
    message = re.search(r"under the seed of `([^`]+)`: `([0-9a-f]{64})`", told)
    assert message is not None
    key = hmac.digest(seed, message[1].replace(" 00 ", "\0").encode(), "sha256")
    assert key.hex() == message[2]
    steps = re.search(r"under the key of `([^`]+)`: (.+)", told)
    assert steps is not None
    stream = hmac.digest(key, steps[1].replace(" 00 ", "\0").encode(), "sha256")
    read = re.findall(r"`([0-9a-f]{2})` = (\d+): (\d|skipped)", steps[2])
    assert bytes.fromhex("".join(byte for byte, _, _ in read)) == stream[: len(read)]
    fallen = [int(face) for _, _, face in read if face != "skipped"]
    assert fallen == [byte % 6 + 1 for byte in stream[: len(read)] if byte < 252]
    assert f"n 0: {fallen[0]},{fallen[1]}" in told
    assert "NOT" not in told


async def test_dice_of_an_epoch_whose_seed_is_lost_are_said_to_prove_nothing(
    fought: Any, menu: Any, say: Any, tmp_path: Any
) -> None:
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as db:
        db.execute("DROP TRIGGER seed_remains")
        db.execute("DELETE FROM seed")
    await say(fought, "@alice /trail reveal")
    assert (await menu(fought, "Verify these dice", 8)).endswith(
        "#9 closed this epoch: its seed is not held, and nobody can check its dice."
    )


async def test_a_post_of_the_referee_is_its_own_in_every_point(fought: Any, menu: Any, standing: Any) -> None:
    told = (await menu(fought, "Is this the referee's?", 7)).split("\n")
    post = standing(fought)[6]
    assert told[0] == f"**Yes**. Message {post['id']} of this channel is my post of #7."
    assert re.fullmatch(r"- It says what I sent: content hash `[0-9a-f]{16}`\.", told[1])
    digits = post["embeds"][0]["footer"]["text"].partition(" · ")[2]
    assert told[2:] == [
        f"- It shows the hash of the entry, `{digits}`.",
        "- The chain of this game holds from #1 to #8.",
    ]


async def test_a_question_whose_buttons_were_taken_is_still_its_own(fought: Any, menu: Any) -> None:
    assert (await menu(fought, "Is this the referee's?", 6)).startswith("**Yes**. Message ")


@pytest.mark.parametrize("bot", [False, True])
async def test_an_imitation_is_not_its_own_and_the_true_post_is_named(
    fought: Any, menu: Any, keys: Any, standing: Any, bot: bool
) -> None:
    true = standing(fought)[7]
    copied = {"embeds": true["embeds"], "content": true["content"]}
    await keys(fought, "webhook", "owner", name="Referee", bot=bot, **copied)
    footer = true["embeds"][0]["footer"]["text"]
    assert (await menu(fought, "Is this the referee's?")).split("\n") == [
        "**No.** It was written by Referee, not by me.",
        f"It shows {footer}: that is the hash of #8 of game 1, whose post is another. "
        "`/trail show entry:8` links to it.",
    ]
    await keys(fought, "webhook", "owner", name="Referee", bot=bot, content="#9 · 0123456789abcdef")
    assert (await menu(fought, "Is this the referee's?")).split("\n")[1] == (
        "It shows #9 · 0123456789abcdef: no entry of mine has that hash."
    )


async def with_token(table: Any, method: str, path: str, body: Any) -> None:
    """A call with the referee's own token, by a program that is not the referee."""
    place = table.sandbox.faults.place("table").id
    url = f"{table.sandbox.url}/api/v10/channels/{place}/messages{path}"
    headers = {"Authorization": f"Bot {table.sandbox.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, json=body, headers=headers) as response,
    ):
        assert response.status == 200


async def test_a_post_changed_with_its_own_token_is_no_longer_its_own(
    fought: Any, menu: Any, standing: Any
) -> None:
    post = standing(fought)[7]
    await with_token(fought, "PATCH", f"/{post['id']}", {"content": "#8 Russian rolls a DR: 1,1 = 2"})
    told = (await menu(fought, "Is this the referee's?", 8)).split("\n")
    assert told[0] == (
        f"**No longer:** it was changed. Message {post['id']} of this channel is my post of #8."
    )
    assert told[1] == "- It does not say what I sent; `/trail show entry:8` tells the entry."


async def test_what_is_written_with_its_own_token_is_no_post_that_it_knows(
    fought: Any, menu: Any, standing: Any
) -> None:
    forged = {"description": "6,6", "footer": {"text": "#9 · 0123456789abcdef"}}
    await with_token(fought, "POST", "", {"content": "#9 Russian rolls", "embeds": [forged]})
    told = (await menu(fought, "Is this the referee's?")).split("\n")
    assert told[0].startswith("**No post that I know.**")
    assert told[1] == "It shows #9 · 0123456789abcdef: no entry of mine has that hash."


async def test_a_chain_that_does_not_hold_is_said(fought: Any, menu: Any, tmp_path: Any) -> None:
    """Somebody drops a trigger and changes one byte of an old entry."""
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_stays")
        changed = "CAST(replace(CAST(body AS TEXT), 'Anton', 'Antom') AS BLOB)"
        db.execute(f"UPDATE entry SET body = {changed} WHERE seq = 5")
    assert (await menu(fought, "Is this the referee's?", 8)).split("\n")[-1] == (
        "- The chain of this game does NOT hold: #5 does not follow from the one before."
    )
