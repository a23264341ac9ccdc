"""Who may do what at the desk, cell by cell; two GoW at one button; permissions that are taken away."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

SET_UP = 8
"""entries of a desk that is set up"""
GOW = ("hans", "greta", "gustav")
"""the first of them by his role on the server"""
NOT_GOW = ("axel", "sam", "carl", "dora", "otto", "anna")
FOR_GOW = (
    "/campaign import file:none.csv",
    "/campaign settings rounding:down reason:agreed",
    "/campaign role gow who:@hugo",
    "/campaign role server",
    "/campaign role dismiss office:gow who:@hugo",
    "/campaign next",
    "/campaign move dsu:96 sector:C3",
    "/campaign battle sector:D3 attackers:96 defenders:80th result:won",
    "/campaign losses text:GR 283: leg 1",
    "/campaign retreat dsu:96 reason:lost",
    "/campaign recovery",
    "/campaign hand rsu rsu:GR 283 reason:late leg:1",
    "/campaign hand sector sector:D3 side:soviet reason:late",
    "/campaign hand armour of:96 reason:misuse most:0",
    "/campaign hand record topic:weather text:snow reason:rolled by mail",
    "/campaign hand waive item:all reason:late",
    "/campaign hand strike entry:1 reason:late",
    "/remo",
    "/remo rsus:GR 283",
)
FOR_ALL = (
    "/campaign open",
    "/campaign dsu dsu:96",
    "/campaign rsu rsu:GR 283",
    "/campaign sector sector:D3",
    "/campaign map",
    "/campaign standing",
    "/campaign diary",
    "/campaign clock",
    "/campaign export",
    "/campaign template",
    "/campaign settings",
    "/rsu show",
)
AXIS, SOVIET = "GR 731", "51 Rifle"
OWN = "GR 283"
MAY_ORDER = {
    "greta": (AXIS, SOVIET, OWN),
    "gustav": (AXIS, SOVIET, OWN),
    "hans": (AXIS, SOVIET, OWN),
    "axel": (AXIS, OWN),
    "otto": (AXIS, OWN),
    "sam": (SOVIET,),
    "carl": (OWN,),
    "dora": (OWN,),
    "anna": (),
}
MAY_APPOINT = {
    "greta": ("96. Infanterie", "93rd Rifle"),
    "gustav": ("96. Infanterie", "93rd Rifle"),
    "hans": ("96. Infanterie", "93rd Rifle"),
    "axel": ("96. Infanterie",),
    "otto": ("96. Infanterie",),
    "sam": ("93rd Rifle",),
    "carl": (),
    "dora": (),
    "anna": (),
}
ONLY_GOW = "Refused: This is for the game masters (GoW) of the campaign."


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


@pytest.mark.parametrize("command", FOR_GOW[1:])
async def test_what_is_the_gows_is_refused_to_everybody_else(
    desk: Any, say: Any, entered: Any, command: str
) -> None:
    for who in NOT_GOW:
        assert (who, *told(await say(desk, f"@{who} {command}"))) == (who, who, ONLY_GOW)
    assert len(entered()) == SET_UP
    for who in GOW:
        assert told(await say(desk, f"@{who} {command}"))[1] != ONLY_GOW


async def test_an_import_is_the_gows(desk: Any, say: Any, tmp_path: Any, entered: Any) -> None:
    outcome = await say(desk, "@anna /campaign template")
    assert told(outcome)[0] == "anna"
    for who in NOT_GOW:
        await say(desk, f"@{who} uploads {tmp_path / 'none.csv'}")
        assert "line 1, name: is missing" in told(await say(desk, f"@{who} {FOR_GOW[0]}"))[1]
    assert len(entered()) == SET_UP


@pytest.mark.parametrize("command", FOR_ALL)
async def test_everybody_may_look_and_nothing_is_entered(
    desk: Any, say: Any, entered: Any, command: str
) -> None:
    for who in (*GOW, *NOT_GOW):
        only, content = told(await say(desk, f"@{who} {command}"))
        assert (only, content.startswith("Refused")) == (who, False)
    assert len(entered()) == SET_UP


@pytest.mark.parametrize("who", MAY_ORDER)
async def test_orders_are_taken_from_whom_they_are_due(desk: Any, say: Any, who: str) -> None:
    await say(desk, "@greta /campaign next")
    for rsu in (AXIS, SOVIET, OWN):
        only, content = told(await say(desk, f"@{who} /campaign orders text:{rsu} DEF"))
        assert (rsu, only) == (rsu, who)
        assert content.startswith("Sealed.") is (rsu in MAY_ORDER[who]), (rsu, content)


@pytest.mark.parametrize(
    ("who", "of", "may"),
    [
        *((who, of, True) for who in GOW for of in ("axis", "soviet", "96", "93rd")),
        *(("axel", of, of in ("axis", "96")) for of in ("axis", "soviet", "96", "93rd")),
        *(("sam", of, of in ("soviet", "93rd")) for of in ("axis", "soviet", "96", "93rd")),
        *(("carl", of, of == "96") for of in ("axis", "soviet", "96", "93rd")),
        *(("anna", of, False) for of in ("axis", "soviet", "96", "93rd")),
    ],
)
async def test_deputies_are_named_by_whom_they_stand_in_for_and_by_who_is_above(
    desk: Any, say: Any, who: str, of: str, may: bool
) -> None:
    only, content = told(await say(desk, f"@{who} /campaign role deputy of:{of} who:@hugo"))
    assert (only is None) is may, content


@pytest.mark.parametrize("who", MAY_APPOINT)
async def test_commanders_are_dismissed_by_whom_they_are_named(desk: Any, say: Any, who: str) -> None:
    named = "@greta /campaign role commander dsu:93rd Rifle who:@carl"
    await say(desk, named)
    for dsu in ("96. Infanterie", "93rd Rifle"):
        line = f"@{who} /campaign role dismiss office:commander who:@carl of:{dsu}"
        only, content = told(await say(desk, line))
        assert (only is None) is (dsu in MAY_APPOINT[who]), (dsu, content)


@pytest.mark.parametrize(
    ("who", "may"),
    [
        *((who, ("axis", "96")) for who in GOW),
        ("axel", ("axis", "96")),
        ("otto", ("96",)),
        ("carl", ("96",)),
        *((who, ()) for who in ("sam", "dora", "anna")),
    ],
)
async def test_deputies_are_dismissed_by_whom_they_are_named(
    desk: Any, say: Any, who: str, may: tuple[str, ...]
) -> None:
    """Otto stands in for the OAC, dora for the commander of the 96."""
    for of, deputy in (("axis", "otto"), ("96", "dora")):
        line = f"@{who} /campaign role dismiss office:deputy who:@{deputy} of:{of}"
        only, content = told(await say(desk, line))
        assert (only is None) is (of in may), (of, content)


@pytest.mark.parametrize("button", ["Roll", "Withdraw"])
async def test_the_buttons_of_a_sheet_are_the_gows(desk: Any, say: Any, entered: Any, button: str) -> None:
    await say(desk, "@greta /remo rsus:GR 283 scenario:lost")
    count = len(entered())
    for who in NOT_GOW:
        assert (who, *told(await say(desk, f"@{who} [{button}]"))) == (who, who, ONLY_GOW)
    assert len(entered()) == count
    assert told(await say(desk, f"@hans [{button}]"))[0] is None


async def test_a_batch_is_the_gows_to_decide_again(desk: Any, say: Any, entered: Any) -> None:
    await say(desk, "@greta /remo rsus:GR 283 scenario:lost", "@greta [Roll]")
    batch = len(entered())
    command = f"/campaign hand batch entry:{batch} rsu:GR 283 fatigue:2 reason:late"
    for who in NOT_GOW:
        only, refused = told(await say(desk, f"@{who} {command}"))
        assert (who, refused.split(":")[0]) == (only, "Refused")
    assert len(entered()) == batch
    assert told(await say(desk, f"@hans {command}"))[0] is None


@pytest.mark.parametrize("who", [*GOW, *NOT_GOW])
async def test_a_forms_text_is_taken_from_whom_its_command_is(desk: Any, say: Any, who: str) -> None:
    """Who may not enter what a form says is told so, whoever opened it."""
    await say(desk, "@greta /campaign next")
    await say(desk, f"@{who} /campaign orders")
    only, content = told(await say(desk, f"@{who} fills lines:{OWN} DEF"))
    assert (only, content.startswith("Sealed.")) == (who, OWN in MAY_ORDER.get(who, ()))
    await say(desk, "@greta /campaign hand waive item:all reason:late", "@greta /campaign next")
    await say(desk, "@greta /campaign next", f"@{who} /campaign losses")
    only, content = told(await say(desk, f"@{who} fills lines:{OWN}: leg 1"))
    assert (only is None) is (who in GOW), content


@pytest.mark.parametrize("who", MAY_APPOINT)
async def test_commanders_are_named_by_the_gow_and_by_the_oac_of_their_side(
    desk: Any, say: Any, who: str
) -> None:
    for dsu in ("96. Infanterie", "93rd Rifle"):
        only, content = told(await say(desk, f"@{who} /campaign role commander dsu:{dsu} who:@hugo"))
        assert (only is None) is (dsu in MAY_APPOINT[who]), (dsu, content)


async def test_an_office_ends_with_a_dismissal(desk: Any, say: Any, public: Any) -> None:
    await say(desk, "@greta /campaign next")
    await say(desk, "@axel /campaign role dismiss office:commander who:@carl of:96. Infanterie")
    _, refused = told(await say(desk, "@carl /campaign orders text:GR 283 DEF"))
    assert refused == (
        "Refused: Orders are given by a side's OAC, the commanders of DSUs, their deputies and the GoW."
    )
    await say(desk, "@greta /campaign role dismiss office:gow who:@gustav")
    assert told(await say(desk, "@gustav /campaign next"))[1] == ONLY_GOW
    await say(desk, "@greta /campaign role server")
    _, refused = told(await say(desk, "@greta /campaign role dismiss office:gow who:@greta"))
    assert refused == "Refused: Then nobody would be a GoW; appoint another person first."


async def test_two_gow_press_roll_at_the_same_moment_and_one_batch_is_rolled(
    desk: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(desk, "@greta /remo rsus:GR 283, GR 284 scenario:lost")
    both = await asyncio.gather(
        *(keys(desk, "click", who, channel="table", label="Roll") for who in ("greta", "gustav"))
    )
    seq = SET_UP + 1
    contents = sorted(told(outcome)[1].split(":")[0] for outcome in both)
    assert contents == [f"#{seq + 1} REMO", "Refused"]
    assert f"#{seq} was answered by #{seq + 1}." in "".join(told(outcome)[1] for outcome in both)
    assert [kind for _, _, kind in entered()].count("ruling") == 1


async def test_permissions_taken_between_sheet_and_roll_refuse_it_and_draw_no_die(
    desk: Any, say: Any, entered: Any
) -> None:
    await say(desk, "@greta /remo rsus:GR 283 scenario:lost")
    desk.sandbox.faults.deny("table", ["embed_links"])
    only, refused = told(await say(desk, "@greta [Roll]"))
    assert only == "greta"
    assert refused.startswith("Refused: Here I lack Embed Links.")
    assert entered()[-1] == (1, SET_UP + 1, "asked")
    desk.sandbox.faults.deny("table", [])
    assert told(await say(desk, "@greta [Roll]"))[0] is None


async def test_the_clock_names_who_owes_orders(desk: Any, say: Any) -> None:
    await say(desk, "@greta /campaign next", "@axel /campaign orders text:GR 731 DEF")
    _, owed = told(await say(desk, "@anna /campaign clock"))
    people = {f"<@{person.id}>": name for name, person in _people(desk).items()}
    for mention, name in people.items():
        owed = owed.replace(mention, name)
    lines = owed.split("\n")
    assert lines[0].startswith("Day 1, orders, since <t:")
    assert "- orders of 96. Infanterie: carl, dora" in lines
    assert "- orders of 93rd Rifle: sam" in lines
    assert "- orders of 6. Panzer: axel, otto" in lines
    assert not any("711" in line for line in lines)


def _people(table: Any) -> dict[str, Any]:
    return {person.name: person for person in table.sandbox.world.people.values()}
