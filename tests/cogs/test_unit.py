"""/rally and /unit: one unit's rulings, called on the roster of a game."""

from __future__ import annotations

import re
from typing import Any

import pytest

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:3 "
    "entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@alice /roster add counter:4-6-7 squad location:G5 name:A",
    "@alice /roster add counter:4-6-7 squad location:G5 name:B flags:broken dm",
    "@alice /roster add counter:1-4-9 location:G5 name:Hans",
    "@alice /roster add counter:4-6-7 squad location:H6 name:C flags:broken",
    "@alice /roster add counter:4-6-7 squad location:H7 name:D flags:berserk",
    "@bob /roster add counter:4-4-7 squad location:K5 name:X",
    "@bob /roster add counter:9-0 location:K6 name:Orlov",
)
NEXT = 12
"""the number of the first entry after these"""


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /rally unit:B leader:Schmidt dice:2,1", "Rally at G5: 4-6-7 B rallies"),
        ("@bob /rally unit:B dice:4,4", "Rally at G5: 4-6-7 B fails to rally"),
        (
            "@bob /rally unit:B terrain:woods dice:3,3",
            "Rally at G5: 4-6-7 B fails to rally",
        ),
        ("@bob /rally unit:B terrain:woods dice:3,2", "Rally at G5: 4-6-7 B rallies"),
        ("@alice /rally unit:C first_mmc:True dice:3,3", "Rally at H6: 4-6-7 C rallies"),
        (
            "@alice /rally unit:C first_mmc:True dice:6,6",
            "Rally at H6: 4-6-7 C fails to rally, is Reduced",
        ),
        ("@alice /unit hob unit:A dice:3,4", "HoB at G5: 4-6-7 A hardens into 4-6-8"),
        ("@bob /unit hob unit:A known_enemy_in_los:True dice:5,5", "HoB at G5: 4-6-7 A goes berserk"),
        ("@alice /unit wound unit:Schmidt dice:4", "Wound at G5: 9-1 Schmidt is wounded"),
        ("@alice /unit break unit:A", "Voluntary break at G5: 4-6-7 A breaks"),
        ("@bob /unit ammo unit:A", "Ammunition Shortage at G5: 4-6-7 A is Replaced by 4-4-7"),
        ("@bob /unit fpf units:A dr:4,4", "FPF at G5: 4-6-7 A passes, is pinned"),
        ("@bob /unit fpf units:A dice:5,5", "FPF at G5: 4-6-7 A breaks"),
        ("@bob /unit sniper side:German dice:2", "Russian sniper: German side is hit"),
        ("@alice /unit sniper dice:3", "Russian sniper: German side is missed"),
        ("@alice /unit sniper original:7", "Russian sniper: German side is not shot at"),
        ("@alice /unit sniper phase:RPh", "Russian sniper: German side is not shot at"),
        ("@bob /unit berserk unit:D enemies:X 3, Orlov 4", "Charge at H7: 4-6-7 D charges 4-4-7 X"),
        (
            "@bob /unit berserk unit:D enemies:HS in mill 2",
            "Charge at H7: 4-6-7 D charges HS in mill",
        ),
        ("@bob /unit berserk unit:D enemies:K5 X 3", "Charge at H7: 4-6-7 D charges 4-4-7 X"),
        ("@bob /unit berserk unit:D", "Charge at H7: 4-6-7 D has nobody to charge"),
        ("@bob /unit berserk unit:D normal:none_in_los", "Return to normal at H7: 4-6-7 D is back to normal"),
        ("@bob /unit hero unit:Hans gun:82", "Hero card at G5: 1-4-9 Hans shows his card"),
    ],
)
async def test_a_ruling_on_one_unit_is_an_entry_with_its_dice(
    table: Any, say: Any, line: str, says: str
) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] is None
    assert post["content"].startswith(f"#{NEXT} {says}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /rally unit:A", "4-6-7 A: only a broken unit rallies. (A10.6)"),
        ("@alice /rally unit:C", "needs a Good Order leader, or to be its owner's first MMC attempt"),
        ("@alice /rally unit:C leader:Schmidt", "No unit is called Schmidt in H6."),
        ("@alice /rally unit:B leader:A", "4-6-7 A is a squad, needs a leader or Commissar. (A10.6)"),
        ("@alice /rally unit:Nobody", "No unit is called Nobody."),
        ("@alice /unit hob unit:Hans", "1-4-9 Hans: hero with no flag has no Heat of Battle. (A15.1)"),
        ("@alice /unit wound unit:A", "4-6-7 A: only leaders, heroes and Commissars are wounded. (A17.1)"),
        ("@bob /unit break unit:A", "Only German may break its units of its own will. (A10.41)"),
        ("@alice /unit break unit:D", "cannot break of its own will. (A10.41)"),
        ("@alice /unit ammo unit:Schmidt", "9-1 Schmidt: a shortage befalls MMC, not a leader"),
        ("@alice /unit fpf", "Name a location, or units."),
        ("@alice /unit fpf units:B", "4-6-7 B is broken and does not fire. (A8.31)"),
        ("@alice /unit fpf units:A dr:7,1", "dr: needs two faces of 1 to 6"),
        ("@alice /unit sniper side:Martian", "No side of this game is called Martian"),
        ("@alice /unit berserk unit:A enemies:X 3", "only a berserk unit charges"),
        (
            "@alice /unit berserk unit:D enemies:X",
            "X is no enemy with his distance in hexes; write: 4-4-7 A",
        ),
        ("@alice /unit berserk unit:D enemies:X 3 sw:LMG", "LMG is no SW with its PP; write: LMG 1, MMG 5."),
        (
            "@alice /unit berserk unit:D normal:eliminated_all",
            "must have eliminated at least one",
        ),
        ("@alice /unit hero unit:A", "4-6-7 A: a squad is no hero; needs a hero or a heroic leader. (A15.2)"),
        (
            "@alice /unit hob unit:A dice:7,7",
            "The Heat of Battle of 4-6-7 A takes faces from 1 to 6",
        ),
        (
            "@alice /unit hob unit:A dice:3",
            "The Heat of Battle of 4-6-7 A takes 2 dice, such as 3, 3; ",
        ),
        ("@alice /unit ammo unit:Nobody", "No unit is called Nobody."),
        ("@carol /unit hero unit:Hans", "You hold no side of this game."),
    ],
)
async def test_what_is_wrong_is_told_to_the_asker_alone_by_the_names_of_units(
    table: Any, say: Any, entered: Any, line: str, says: str
) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == line.split()[0].removeprefix("@")
    assert says in post["content"]
    assert len(entered()) == NEXT - 1


async def test_a_rally_asks_its_owner_for_the_leader_by_name(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /roster add counter:8-0 location:G5 name:Braun")
    (asked,) = (await say(table, "@bob /rally unit:B dice:2,1"))["posts"]
    assert asked["content"] == "#13 Rally at G5 waits: Which leader rallies 4-6-7 B?"
    assert labels(asked) == ["9-1 Schmidt", "8-0 Braun"]
    (wrong,) = (await say(table, "@bob [9-1 Schmidt]"))["posts"]
    assert wrong["content"] == "Refused: This answer is German's."
    (post,) = (await say(table, "@alice [9-1 Schmidt]"))["posts"]
    assert post["content"] == "#14 Rally at G5: 4-6-7 B rallies"


async def test_the_only_leader_is_used_and_asked_for_by_nobody(table: Any, say: Any) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, "@bob /rally unit:B dice:4,4"))["posts"]
    assert post["content"] == "#12 Rally at G5: 4-6-7 B fails to rally"
    assert "8 +4 DM -1 leader 9-1 = 11, needs 7" in post["embeds"][0]["description"]


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ("@alice /rally unit:B dice:4,4", ["4-6-7 B ▼ broken DM"]),
        ("@alice /unit wound unit:Schmidt dice:4", ["9-1 Schmidt + wounded"]),
        ("@bob /unit fpf units:A dice:5,5", ["4-6-7 A ▼ broken DM"]),
        ("@alice /unit hob unit:A dice:1,1", ["4-6-7 A", "1-4-9 A/hero"]),
        ("@alice /unit wound unit:Schmidt dice:6 2,2 6,5", ["2-4-7 B ▼ broken DM"]),
    ],
)
async def test_the_post_shows_the_unit_it_is_about_and_what_it_changed(
    table: Any, say: Any, line: str, stands: list[str]
) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, line))["posts"]
    assert post["embeds"][0]["description"].split("```")[1].strip().splitlines() == stands


async def test_the_other_side_chooses_no_leader_of_a_rally(table: Any, say: Any, entered: Any) -> None:
    await say(table, *GAME, "@alice /roster add counter:8-0 location:G5 name:Braun")
    refused = "Refused: Only German chooses who leads its rally; leave leader out, and it is asked. (A10.6)"
    (post,) = (await say(table, "@bob /rally unit:B leader:Braun dice:2,1"))["posts"]
    assert (post["only"], post["content"]) == ("bob", refused)
    await say(table, "@alice /rally unit:B leader:Schmidt dice:4,4")
    (post,) = (await say(table, "@bob /amend entry:13 reason:Braun did leader:Braun"))["posts"]
    assert (post["only"], post["content"]) == ("bob", refused)
    (post,) = (await say(table, "@bob /amend entry:13 reason:Braun did other:leader=13"))["posts"]
    assert (post["only"], post["content"]) == ("bob", refused)
    assert len(entered()) == 13


async def test_of_two_enemies_equally_near_its_own_side_chooses(table: Any, say: Any) -> None:
    await say(table, *GAME)
    (asked,) = (await say(table, "@alice /unit berserk unit:D enemies:X 3, Orlov 3, HQ 2 concealed"))["posts"]
    assert labels(asked) == ["4-4-7 X", "9-0 Orlov"]
    assert asked["embeds"][0]["description"].endswith("German answers.")
    (post,) = (await say(table, "@alice [9-0 Orlov]"))["posts"]
    assert post["content"] == "#13 Charge at H7: 4-6-7 D charges 9-0 Orlov"


async def test_the_card_of_a_charge_names_what_is_dropped_and_stands_in_lines(table: Any, say: Any) -> None:
    await say(table, *GAME)
    line = "@alice /unit berserk unit:D enemies:X 3 sw:LMG 1, MMG 5 spent:2 lost_sight:True"
    (post,) = (await say(table, line))["posts"]
    told = post["embeds"][0]["description"].splitlines()
    assert told[1] == (
        "charges 4-4-7 X, 3 hexes, 6 MF: enters its Location if the MF allow; drops MMG (A15.43 A15.431)"
    )
    assert "DC: only thrown (A15.431)" in told
    assert "Lost sight: on to the hex last seen, from there the nearest Known enemy (A15.43)" in told


async def test_dice_that_ran_out_show_what_has_fallen_so_far(table: Any, say: Any) -> None:
    await say(table, *GAME)
    (asked,) = (await say(table, "@bob /mc result:NMC units:A dice:1,1"))["posts"]
    assert asked["embeds"][0]["description"].startswith(
        "**4-6-7 A**\nNMC: 1,1 = 2, needs 7: passes (A10.1)\n"
    )


async def test_the_dr_of_final_protective_fire_is_the_one_that_the_ledger_has(
    table: Any, say: Any, standing: Any, fight: Any
) -> None:
    await say(table, *fight, "@alice /roster add counter:4-6-7 squad location:G5 name:A")
    (unthrown,) = (await say(table, "@alice /unit fpf units:A dr:1,1"))["posts"]
    assert unthrown["content"] == (
        "Refused: dr: the last DR of German was not thrown here lately. Throw it with /dr, or leave it out "
        "and it is thrown with the ruling."
    )
    await say(table, "@alice /dr purpose:IFT")
    coloured, white = re.findall(r"\(IFT DR\) (\d),(\d)", standing(table)[-1]["content"])[0]
    other = 7 - int(coloured)
    (wrong,) = (await say(table, f"@alice /unit fpf units:A dr:{other},{white}"))["posts"]
    assert wrong["content"].startswith(f"Refused: dr: the last DR of German is {coloured},{white}. ")
    await say(table, f"@alice /unit fpf units:A dr:{coloured},{white}")
    assert f"FPF NMC: {coloured},{white} = " in standing(table)[-1]["embeds"][0]["description"]


async def test_of_two_units_called_alike_the_one_that_is_broken_rallies(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /roster add counter:4-4-7 squad location:K6 name:A flags:broken")
    (post,) = (await say(table, "@alice /rally unit:A dice:2,2"))["posts"]
    assert post["content"] == "#13 Rally at K6: 4-4-7 A rallies"
    (post,) = (await say(table, "@alice /rally unit:A dice:2,2"))["posts"]
    assert post["content"].startswith("Refused: A may be #2 4-6-7 A at G5, #9 4-4-7 A at K6")


async def test_of_two_units_called_alike_ones_own_breaks_of_its_own_will(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /roster add counter:4-4-7 squad location:K6 name:A")
    (post,) = (await say(table, "@alice /unit break unit:A"))["posts"]
    assert post["content"] == "#13 Voluntary break at G5: 4-6-7 A breaks"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("/rally unit:", ["4-6-7 B @G5 broken dm", "4-6-7 C @H6 broken"]),
        ("/rally unit:B leader:", ["9-1 Schmidt @G5", "9-0 Orlov @K6"]),
        ("/unit berserk unit:", ["4-6-7 D @H7 berserk"]),
        ("/unit hero unit:", ["1-4-9 Hans @G5"]),
    ],
)
async def test_only_units_are_proposed_to_which_a_command_can_apply(
    table: Any, say: Any, keys: Any, line: str, shown: list[str]
) -> None:
    await say(table, *GAME)
    outcome = await keys(table, "autocomplete", "alice", line=line)
    assert [choice["name"] for choice in outcome["choices"]] == shown
