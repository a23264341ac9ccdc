"""The sequence of play: phase after phase, with what ends, who may rally and which snipers wait."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.wrong import WrongUse

OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)


def detail(outcome: Any) -> list[str]:
    (post,) = outcome["posts"]
    lines: list[str] = post["embeds"][0]["description"].splitlines()
    return lines


async def test_play_begins_with_the_side_that_moves_first(table: Any, say: Any) -> None:
    await say(table, *OPEN)
    (post,) = (await say(table, "@bob /turn side:German"))["posts"]
    assert (post["only"], post["content"]) == (None, "#4 Turn 1, German Rally Phase (A3.1)")


async def test_phases_follow_each_other_and_turns_change_hands(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /turn side:Russian turn:2 phase:Close Combat Phase")
    lines = [(await say(table, "@bob /turn"))["posts"][0]["content"] for _ in range(17)]
    assert lines[0] == "#5 Turn 2, German Rally Phase (A3.1)"
    assert lines[1] == "#6 Turn 2, German Prep Fire Phase (A3.2)"
    assert lines[7] == "#12 Turn 2, German Close Combat Phase (A3.8)"
    assert lines[8] == "#13 Turn 3, Russian Rally Phase (A3.1)"
    assert lines[16] == "#21 Turn 3, German Rally Phase (A3.1)"


async def test_dm_comes_off_with_the_rally_phase_but_where_it_is_kept(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *OPEN, "@alice /roster add counter:4-6-7 location:G5 number:3 flags:broken dm")
    await say(table, "@alice /turn side:German")
    outcome = await say(table, "@alice /turn keep:B")
    assert outcome["posts"][0]["content"] == "#6 Turn 1, German Prep Fire Phase (A3.2)"
    assert detail(outcome)[:2] == ["Ended: RPh", "DM comes off 4-6-7 A, 4-6-7 C (A10.62)"]
    (roster,) = (await say(table, "@alice /roster show"))["posts"]
    assert "4-6-7 A ▼ broken ML 7\n" in roster["content"]
    assert "4-6-7 B ▼ broken DM" in roster["content"]


async def test_pins_come_off_with_the_player_turn_also_where_phases_are_passed_over(
    table: Any, say: Any
) -> None:
    await say(table, *OPEN, "@bob /roster add counter:4-4-7 squad location:G5 flags:pinned")
    await say(table, "@alice /turn side:German phase:Movement Phase")
    outcome = await say(table, "@alice /turn phase:Prep Fire Phase")
    assert outcome["posts"][0]["content"] == "#6 Turn 1, Russian Prep Fire Phase (A3.2)"
    assert detail(outcome)[:2] == [
        "Ended: MPh, DFPh, AFPh, RtPh, APh, CCPh, RPh",
        "Pin comes off 4-4-7 A (A7.8)",
    ]


async def test_the_rally_phase_lists_the_broken_the_attacker_s_first_and_who_may_rally_them(
    table: Any, say: Any
) -> None:
    await say(
        table,
        *OPEN,
        "@alice /roster add counter:4-6-7 location:G5 flags:broken",
        "@alice /roster add counter:9-1 german location:G5 name:Schmidt",
        "@bob /roster add counter:4-4-7 squad location:K2 flags:broken dm",
    )
    told = detail(await say(table, "@alice /turn side:Russian"))
    assert told[-2:] == [
        "4-4-7 A at K2: morale 7, no leader (A10.6)",
        "4-6-7 A at G5: morale 7, 9-1 Schmidt (A10.6)",
    ]


async def test_a_leader_whose_pin_comes_off_as_the_rally_phase_begins_may_rally_in_it(
    table: Any, say: Any
) -> None:
    await say(
        table,
        *OPEN,
        "@bob /roster add counter:9-0 location:K2 name:Kirov flags:pinned",
        "@bob /roster add counter:4-4-7 squad location:K2 flags:broken dm",
        "@alice /turn side:German phase:Close Combat Phase",
    )
    told = detail(await say(table, "@bob /turn"))
    assert "Pin comes off 9-0 Kirov (A7.8)" in told
    assert told[-1] == "4-4-7 A at K2: morale 8, 9-0 Kirov (A10.6)"


async def test_snipers_are_named_once_a_player_turn_as_the_first_phase_that_draws_them_begins(
    table: Any, say: Any
) -> None:
    sniper = "Sniper, German: SAN 3: an enemy Original DR of 3 draws it (A14.1)"
    await say(table, *OPEN, "@alice /turn side:German")
    named = [sniper in detail(await say(table, "@alice /turn")) for _ in range(9)]
    # PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh, then the Russian RPh and PFPh.
    assert named == [True, False, False, False, False, False, False, False, True]
    passed_over = detail(
        await say(table, "@alice /turn phase:Rally Phase", "@alice /turn phase:Movement Phase")
    )
    assert sniper in passed_over


async def test_an_open_question_holds_the_phase_with_its_number(table: Any, say: Any, public: Any) -> None:
    await say(
        table,
        *OPEN,
        "@alice /turn side:German",
        "@alice /roster add counter:4-6-7 location:G5",
        "@alice /mc result:NMC location:G5 dice:1,1,5,5",
    )
    before = len(await public())
    (post,) = (await say(table, "@bob /turn"))["posts"]
    assert (post["only"], post["content"]) == (
        "bob",
        "Refused: Answer #6 first; then the phase can change.",
    )
    assert len(await public()) == before


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /turn", "Play has not begun; say whose Player Turn it is, side: German or Russian. (A3)"),
        ("@alice /turn side:Martian", "No side of this game is called Martian"),
        ("@alice /turn side:German keep:A", "No unit is called A among those whose DM would come off"),
        ("@carol /turn side:German", "You hold no side"),
    ],
)
async def test_play_that_cannot_begin_is_refused(
    table: Any, say: Any, public: Any, line: str, says: str
) -> None:
    await say(table, *OPEN)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] is not None
    assert says in post["content"]
    assert len(await public()) == 3


@pytest.mark.parametrize("options", ["side:Russian", "turn:2", "turn:3 side:German"])
async def test_what_does_not_come_next_is_refused(table: Any, say: Any, options: str) -> None:
    await say(table, *OPEN, "@alice /turn side:German")
    (post,) = (await say(table, f"@alice /turn {options}"))["posts"]
    assert "Next comes PFPh of German in Game Turn 1; side and turn are said once" in post["content"]


@pytest.mark.parametrize("options", ["phase:Tea Break", "turn:0", "turn:100"])
async def test_what_discord_does_not_offer_never_arrives(table: Any, say: Any, options: str) -> None:
    await say(table, *OPEN)
    with pytest.raises(WrongUse, match=r"takes|cannot be"):
        await say(table, f"@alice /turn side:German {options}")


async def test_the_overview_says_where_play_stands(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /turn side:German turn:4 phase:Rout Phase")
    assert "Turn 4, German Rout Phase\n" in (await say(table, "@bob /game show"))["posts"][0]["content"]


async def test_each_game_turn_has_its_own_epoch_where_the_game_says_so(table: Any, say: Any) -> None:
    await say(
        table,
        "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 epochs:turn",
        *OPEN[1:],
        "@alice /roster add counter:4-6-7 location:G5 flags:pinned",
        "@alice /turn side:German phase:Close Combat Phase",
        "@alice /turn phase:Close Combat Phase",
    )
    outcome = await say(table, "@alice /turn")
    assert outcome["posts"][0]["content"] == "#7 Turn 2, German Rally Phase (A3.1)"
    assert "Each side cuts with its button; no die falls before." in detail(outcome)
    (refused,) = (await say(table, "@alice /mc result:NMC location:G5"))["posts"]
    assert "No die falls before every seat has cut" in refused["content"]
    await say(table, "@alice [Cut for German]", "@bob [Cut for Russian]")
    assert (await say(table, "@alice /mc result:PTC location:G5"))["posts"][0]["only"] is None


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


async def test_when_all_have_cut_under_a_phase_its_other_buttons_stay(
    table: Any, say: Any, standing: Any
) -> None:
    await say(
        table,
        "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 epochs:turn",
        *OPEN[1:],
        "@alice /roster add counter:4-6-7 location:G5 flags:broken",
        "@alice /turn side:German phase:Close Combat Phase",
        "@alice /turn phase:Close Combat Phase",
    )
    begun = await say(table, "@alice /turn")
    assert labels(begun["posts"][0]) == ["Rally 4-6-7 A", "Cut for German", "Cut for Russian"]
    await say(table, "@alice [Cut for German]", "@bob [Cut for Russian]")
    await table.client.trail.settle()
    (phase,) = (post for post in standing(table) if post["content"].startswith("#7 "))
    assert labels(phase) == ["Rally 4-6-7 A"]


RALLYING = (
    *OPEN,
    "@alice /roster add counter:4-6-7 location:G5 number:2 flags:broken",
    "@bob /roster add counter:4-4-7 squad location:K2 flags:broken",
    "@alice /turn side:German",
)


async def test_one_attempt_a_unit_and_player_turn_the_attacker_s_first_mmc_alone(
    table: Any, say: Any, public: Any
) -> None:
    await say(table, *RALLYING, "@alice /rally unit:4-6-7 A dice:6,5")
    assert (await public())[-1]["content"].endswith("4-6-7 A fails to rally")
    (again,) = (await say(table, "@alice /rally unit:4-6-7 A"))["posts"]
    assert again["content"] == ("Refused: 4-6-7 A has tried in this Player Turn; one attempt each. (A10.6)")
    (second,) = (await say(table, "@alice /rally unit:4-6-7 B"))["posts"]
    assert "needs a Good Order leader" in second["content"]
    (said,) = (await say(table, "@alice /rally unit:4-6-7 B first_mmc:true"))["posts"]
    assert "not the ATTACKER's first MMC" in said["content"]
    (other,) = (await say(table, "@bob /rally unit:4-4-7"))["posts"]
    assert "needs a Good Order leader" in other["content"]


async def test_who_is_dead_of_his_own_attempt_was_the_first_mmc_only_if_he_was_one(
    table: Any, say: Any, public: Any
) -> None:
    await say(
        table,
        *OPEN,
        "@alice /roster add counter:8-1 german location:G4 name:Schmidt flags:broken",
        "@alice /roster add counter:2-4-7 location:G5 name:A flags:broken",
        "@alice /roster add counter:2-4-7 location:G5 name:B flags:broken",
        "@alice /roster add counter:2-4-7 location:G5 name:C flags:broken",
        "@bob /roster add counter:2-3-7 half_squad location:K2 name:Defender flags:broken",
        "@bob /roster add counter:8-0 russian location:K2 name:Popov",
        "@alice /turn side:German",
        "@bob /rally unit:Defender leader:Popov dice:6,6",
        "@alice /rally unit:Schmidt dice:6,6 5",
    )
    posts = [post["content"] for post in await public()][-2:]
    assert posts[0].endswith("2-3-7 Defender fails to rally, is eliminated")
    assert posts[1].endswith("8-1 Schmidt fails to rally, dies of his wound")
    await say(table, "@alice /rally unit:A dice:6,6")
    assert (await public())[-1]["content"].endswith("2-4-7 A fails to rally, is eliminated")
    (second,) = (await say(table, "@alice /rally unit:B dice:1,2"))["posts"]
    assert second["content"].startswith("Refused: 2-4-7 B: a half-squad needs a Good Order leader")


async def test_the_next_player_turn_allows_the_next_attempt(table: Any, say: Any, public: Any) -> None:
    await say(table, *RALLYING, "@alice /rally unit:4-6-7 A dice:6,5", "@bob /turn phase:Rally Phase")
    assert (await public())[-1]["content"].endswith("Turn 1, Russian Rally Phase (A3.1)")
    await say(table, "@bob /rally unit:4-4-7 dice:1,4")
    assert (await public())[-1]["content"].endswith("4-4-7 A rallies")


async def test_nobody_rallies_outside_a_rally_phase(table: Any, say: Any) -> None:
    await say(table, *RALLYING, "@alice /turn")
    (post,) = (await say(table, "@alice /rally unit:4-6-7 A"))["posts"]
    assert post["content"] == (
        "Refused: Units rally in a Rally Phase; it is Turn 1, German Prep Fire Phase. (A10.6 A3.1)"
    )


async def test_a_commissar_rallies_by_himself_and_the_phase_says_so(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@bob /roster add counter:9-0 location:K4 name:Popov flags:broken")
    await say(table, "@bob /roster add counter:10-0 location:K4 name:Orlov")
    told = detail(await say(table, "@bob /turn side:Russian"))
    assert told[-1] == "9-0 Popov at K4: morale 10, by himself (A10.6)"
