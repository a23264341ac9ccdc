"""Sealed orders: the sender alone is answered, the seals open at Movement, and anyone can check them."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

BEGIN = ("@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
ORDERS = (*BEGIN, "@greta /campaign next")
REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
REST = "@greta /campaign hand waive item:all reason:they stand where they stand"


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def detail(post: Any) -> str:
    return "\n".join(embed["description"] for embed in post["embeds"])


async def test_the_channel_sees_who_ordered_whom_and_a_digest_alone(
    table: Any, say: Any, public: Any
) -> None:
    await say(table, *ORDERS)
    outcome = await say(table, "@axel /campaign orders text:GR 283 DEF; GR 284 MOB")
    assert told(outcome) == (
        "axel",
        "Sealed. Only you know what it says; it is opened and posted at Movement.\n"
        "MOB: GR 284\nDEF: GR 283\n"
        "Still without orders: 3. SS-Panzer Totenkopf, 5. SS-Panzer Wiking, 711. Infanterie, 6. Panzer, "
        "Gruppe Pape, Hungarian 25th Infantry",
    )
    await table.client.trail.drain()
    sealed = (await public())[-1]
    assert sealed["by"] is None
    assert "seals orders for 96. Infanterie" in sealed["content"]
    assert re.search(r"digest `[0-9a-f]{64}`", detail(sealed))
    assert "GR 283" not in str(sealed)


async def test_orders_stand_in_the_channel_though_their_sender_could_not_be_answered(
    table: Any, say: Any, public: Any
) -> None:
    await say(table, *ORDERS)
    table.sandbox.faults.refuse(
        "POST /interactions/{interaction_id}/{interaction_token}/callback", status=404
    )
    await say(table, "@axel /campaign orders text:GR 283 DEF")
    async with asyncio.timeout(20):
        # The one who is told of a post is nobody here.
        while "seals orders" not in (await public())[-1]["content"]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_no_entry_holds_what_is_sealed(table: Any, say: Any, tmp_path: Path) -> None:
    await say(table, *ORDERS, "@axel /campaign orders text:GR 283 DEF")
    with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
        ((body,),) = connection.execute("SELECT body FROM entry WHERE seq = 5")
    assert b"GR 283" not in body
    assert b'"command":"/campaign orders (sealed)"' in body


async def test_movement_opens_every_seal_and_what_it_tells_gives_the_digest(
    table: Any, say: Any, public: Any
) -> None:
    await say(table, *ORDERS, "@axel /campaign orders text:GR 283 DEF; GR 284 MOB")
    await table.client.trail.drain()
    digest = re.search(r"digest `([0-9a-f]{64})`", detail((await public())[-1]))
    await say(table, REST, "@greta /campaign next")
    opened = (await public())[-1]
    nonce = re.search(r"nonce `([0-9a-f]{48})`", detail(opened))
    assert digest is not None
    assert nonce is not None
    text = "GR 283 DEF\nGR 284 MOB"
    assert hashlib.sha256(bytes.fromhex(nonce[1]) + b"\0" + text.encode()).hexdigest() == digest[1]
    assert text in detail(opened)
    assert "**Orders**\nMOB: GR 284\nDEF: GR 283" in detail(opened).replace("\n\n", "\n")
    _, roster = told(await say(table, "@anna /rsu show dsu:96. Infanterie"))
    assert re.search(r"GR 283 .*DEF\n GR 284 .*MOB\n GR 287 .*map", roster)


async def test_a_later_order_for_an_rsu_replaces_an_earlier_one(table: Any, say: Any) -> None:
    await say(
        table, *ORDERS, "@axel /campaign orders text:GR 283 DEF", "@axel /campaign orders text:GR 283 RES"
    )
    await say(table, REST, "@greta /campaign next")
    assert re.search(r"GR 283 .*RES", told(await say(table, "@anna /rsu show dsu:96"))[1])
    (attachment,) = (await say(table, "@anna /campaign diary"))["posts"][0]["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        assert await response.text("utf-8") == (
            "Day 1\n\nOrders. The day went on without orders of 3. SS-Panzer Totenkopf, 5. SS-Panzer Wiking, "
            "711. Infanterie, 6. Panzer, Gruppe Pape, Hungarian 25th Infantry, 80th Guards Rifle, "
            "34th Guards Rifle, 93rd Rifle, 18th Tank Corps, 1st Guards Mechanized Corps and 5th Guards "
            "Cavalry Corps: they stand where they stand. GR 283 was ordered RES.\n"
        )


async def test_a_dsu_is_ordered_as_a_whole_and_what_cannot_fight_stays_in_reserve(
    table: Any, say: Any
) -> None:
    await say(table, *ORDERS, "@axel /campaign orders text:96. Infanterie MOB", REST, "@greta /campaign next")
    _, roster = told(await say(table, "@anna /rsu show dsu:96"))
    assert re.findall(r"(GR 283|GR 284|GR 287|AR 196) .*(MOB|map)", roster) == [
        ("GR 283", "MOB"),
        ("GR 284", "MOB"),
        ("GR 287", "MOB"),
        ("AR 196", "map"),
    ]


async def test_a_dsu_is_meant_by_the_beginning_of_its_name_or_a_part_of_it(table: Any, say: Any) -> None:
    await say(table, *ORDERS, "@greta /campaign orders text:96 MOB; Totenkopf DEF; 80th Guards RES")
    await say(table, REST, "@greta /campaign next")
    for dsu, order, rsus in (("96", "MOB", 3), ("Totenkopf", "DEF", 3), ("80th", "RES", 3)):
        _, roster = told(await say(table, f"@anna /rsu show dsu:{dsu}"))
        assert roster.count(f" {order}") == rsus


async def test_orders_are_pasted_into_a_form(table: Any, say: Any, public: Any) -> None:
    await say(table, *ORDERS)
    opened = await say(table, "@axel /campaign orders")
    assert opened["modal"]["title"] == "Orders, a line each"
    wrong = await say(table, "@axel fills lines:GR 283 DEF\nGR 284 HOLD\nNobody RES")
    assert told(wrong)[0] == "axel"
    listed = told(wrong)[1].split("\n")
    assert listed[0] == "Refused: Nothing is sealed until every line is right."
    assert [line.split(":")[0] for line in listed[1:3]] == ["line 2, GR 284 HOLD", "line 3, Nobody RES"]
    assert listed[4:] == ["```", "GR 283 DEF", "GR 284 HOLD", "Nobody RES", "```"]
    await say(table, "@axel /campaign orders")
    assert told(await say(table, "@axel fills lines:GR 283 DEF\nGR 284 MOB"))[1].startswith("Sealed.")
    await table.client.trail.drain()
    assert "GR 283" not in str((await public())[-1])


async def test_orders_come_in_a_file_too(table: Any, say: Any, tmp_path: Path) -> None:
    (tmp_path / "orders.csv").write_text("rsu,order\r\nGR 283,DEF\r\n\r\nGR 284,RES\r\n", encoding="utf-8")
    await say(table, *ORDERS, f"@axel uploads {tmp_path / 'orders.csv'}")
    assert told(await say(table, "@axel /campaign orders file:orders.csv"))[1].startswith("Sealed.")


async def test_a_consolidation_and_a_night_attack_are_noted(table: Any, say: Any, public: Any) -> None:
    lines = "consolidate GR 283 + GR 284; night 96. Infanterie D4"
    await say(table, *ORDERS, f"@axel /campaign orders text:{lines}", REST, "@greta /campaign next")
    opened = detail((await public())[-1])
    assert "will consolidate GR 283 with GR 284" in opened
    assert "will attack D4 by night" in opened


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("GR 283 HOLD", "line 1, GR 283 HOLD: needs NAME MOB, NAME DEF or NAME RES"),
        ("Nobody DEF", "line 1, Nobody DEF: Nothing in play is called Nobody."),
        ("GR 28 DEF", "line 1, GR 28 DEF: GR 28 may be GR 283, GR 284, GR 287."),
        ("AR 196 DEF", "line 1, AR 196 DEF: AR 196 cannot be given MOB or DEF: only RES can be ordered"),
        ("110 Tank Brigade MOB", "line 1, 110 Tank Brigade MOB: 18th Tank Corps is not yours to order."),
        (
            "consolidate GR 283 + GR 731",
            "Needs an RSU, one of 96. Infanterie; GR 731 is in 711. ",
        ),
        ("consolidate GR 283 + GR 283", "Needs two RSUs, not GR 283 twice."),
        ("night 96. Infanterie D3", "D3 is of Axis: a night attack enters an enemy's."),
        ("night 96. Infanterie Z9", "The map has the sectors A1 to F7, not Z9."),
        ("GR 283 DEF; GR 284 HOLD", "line 2, GR 284 HOLD: needs NAME MOB"),
        (" ; ", "Write an order a line, such as GR 283 DEF; GR 284 MOB."),
    ],
)
async def test_a_line_that_is_not_right_seals_nothing(
    table: Any, say: Any, entered: Any, line: str, wrong: str
) -> None:
    await say(table, *ORDERS)
    only, refused = told(await say(table, f'@axel /campaign orders text:"{line}"'))
    assert only == "axel"
    assert wrong in refused
    assert len(entered()) == 4


async def test_orders_are_given_in_the_orders_phase_alone(table: Any, say: Any) -> None:
    await say(table, *BEGIN)
    _, refused = told(await say(table, "@axel /campaign orders text:GR 283 DEF"))
    assert refused == "Refused: Day 1 is in weather; orders are given in orders. (p5)"


async def test_a_seal_whose_text_is_lost_holds_the_day_up_until_it_is_struck(
    table: Any, say: Any, tmp_path: Path, public: Any
) -> None:
    await say(table, *ORDERS, "@axel /campaign orders text:GR 283 DEF", REST)
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as connection:
        connection.execute("DELETE FROM sealed")
    _, refused = told(await say(table, "@greta /campaign next"))
    assert refused.startswith("Refused: What #5 sealed is not held here: its sender seals the orders of 96.")
    assert (
        "#7 is no seal that waits; there are #5."
        in told(await say(table, "@greta /campaign hand strike entry:7 reason:lost"))[1]
    )
    await say(table, "@greta /campaign hand strike entry:5 reason:lost with the old disk")
    assert "the seal is struck and stays unopened" in (await public())[-1]["content"]
    _, waits = told(await say(table, "@greta /campaign next"))
    assert waits == (
        "Refused: Orders waits for:\n- orders of 96. Infanterie\nDone by /campaign orders.\n"
        "`/campaign hand waive` goes on without one of them, or all, with a reason."
    )
