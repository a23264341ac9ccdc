"""The desk without Discord: a role of the server, seals held against an export, voids, rebuilding."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.events.desk import Office
from bot.operations.campaign import open_sample
from bot.operations.correcting import Resting
from bot.operations.day import next_phase, waive
from bot.operations.movement import move_dsu
from bot.operations.offices import dismiss, name_gow_role
from bot.operations.opening import take_seat
from bot.operations.orders import seal_orders
from bot.operations.seeing import sight
from bot.operations.undoing import undo
from bot.verify import NotTrue
from rules.refusal import Refused

ROLE = 700


@pytest.fixture
async def campaign(desk: Any, people: Any) -> Any:
    """The sample of alice, who is GoW and Axis; bob is Soviet."""
    alice, bob, _ = people
    await desk.ask(alice, open_sample(solo=False))
    await desk.posted(1)
    await desk.ask(alice, take_seat("Axis"))
    await desk.ask(bob, take_seat("Soviet"))
    return desk


@pytest.fixture
async def moved(campaign: Any, people: Any) -> Any:
    """#4 orders, #5 and #6 seals, #7 waived, #8 movement, #9 a move."""
    alice, bob, _ = people
    await campaign.ask(alice, next_phase())
    await campaign.ask(alice, seal_orders("GR 283 DEF; GR 284 RES"))
    await campaign.ask(bob, seal_orders("34th Guards Rifle DEF"))
    await campaign.ask(alice, waive(("all",), "they stand"))
    await campaign.ask(alice, next_phase())
    await campaign.ask(alice, move_dsu("Totenkopf", "C3"))
    return campaign


async def test_whoever_has_the_role_is_a_gow_and_nobody_without(campaign: Any, people: Any) -> None:
    alice, _, carol = people
    member = replace(campaign.caller(carol), roles=(ROLE, 701))
    with pytest.raises(Refused, match="for the game masters"):
        await campaign.referee.enter(member, next_phase())
    await campaign.ask(alice, name_gow_role(ROLE))
    await campaign.referee.enter(member, next_phase())
    with pytest.raises(Refused, match="for the game masters"):
        await campaign.ask(carol, waive(("all",), "no role in this call"))
    await campaign.ask(alice, dismiss(Office.GOW, "", alice))
    with pytest.raises(Refused, match="nobody would be a GoW"):
        await campaign.referee.enter(replace(member, request="9000"), name_gow_role(0))


async def test_seals_are_verified_from_the_export_alone(
    moved: Any, people: Any, exported: Any, check: Any, forged: Any
) -> None:
    await moved.end()
    honest = await exported(moved)
    assert check(honest).entries == 11

    def other_text(entries: list[Any]) -> None:
        for event in entries[7]["events"]:
            if event["event"] == "seal_opened":
                event["text"] = event["text"].replace("DEF", "MOB")

    def other_nonce(entries: list[Any]) -> None:
        entries[7]["events"][1]["nonce"] = "no nonce"

    def other_seal(entries: list[Any]) -> None:
        entries[7]["events"][1]["seal"] = 4

    for change, says in (
        (other_text, "#8 opens #5 with digest"),
        (other_nonce, "#8 opens #5 with 'no nonce', no nonce"),
        (other_seal, "#8 opens #4, which sealed nothing"),
    ):
        with pytest.raises(NotTrue, match=says):
            check(forged(honest, change))


async def test_the_export_of_an_open_seal_holds_no_word_of_it(
    campaign: Any, people: Any, exported: Any
) -> None:
    alice, _, _ = people
    await campaign.ask(alice, next_phase())
    await campaign.ask(alice, seal_orders("GR 283 DEF"))
    data = await exported(campaign)
    assert b"GR 283 DEF" not in data
    assert b"orders_sealed" in data


async def test_a_move_entered_by_mistake_is_made_void_and_what_was_is_again(moved: Any, people: Any) -> None:
    alice, _, _ = people

    async def where() -> str:
        seen = await moved.referee.look(moved.caller(alice), sight)
        return next(dsu.sector for dsu in seen.view.campaign.dsus if "Totenkopf" in seen.view.called(dsu.id))

    assert await where() == "C3"
    await moved.ask(alice, undo(9, "the wrong division", Resting()))
    assert await where() == "C2"
