"""/amend and Dispute at the table: other inputs, the same dice; who may alone, what is shown first."""

from __future__ import annotations

from typing import Any

import pytest

OPEN = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
SQUADS = "@alice /roster add counter:4-6-7 squad location:G5 number:3"
GAME = (f"{OPEN} entered_dice:always", *SEATS, SQUADS)
DRAWN = (OPEN, *SEATS, SQUADS)
PASSES = "@bob /mc result:NMC location:G5 units:A,B dice:3,3,2,2"
"""#5: squads A and B pass with a 6 and a 4; a 2MC would break A alone"""
BERSERK = "@bob /mc result:NMC location:G5 units:A dice:1,1,5,5"
"""an Original 2, then a 10: whether A goes berserk hangs on a Known enemy in its LOS (A15.44)"""


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


def body(outcome: Any) -> str:
    (post,) = outcome["posts"]
    return str(post["embeds"][0]["description"])


async def roster(table: Any) -> list[str]:
    """Counter, name and states of every unit in play."""
    rows = await table.client._store.read(lambda tx: tx.pieces(1))
    return [" ".join((row.state["counter"], row.name, *row.state.get("is", ()))) for row in rows]


async def entries(table: Any) -> list[Any]:
    return await table.client._store.read(lambda tx: [link.entry for link in tx.entries(1)])


WHOLE = ["4-6-7 A", "4-6-7 B", "4-6-7 C"]
A_BROKEN = ["4-6-7 A broken dm", "4-6-7 B", "4-6-7 C"]


async def test_who_called_a_check_changes_its_level_alone_and_the_dice_stay(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *GAME, PASSES)
    outcome = await say(table, "@bob /amend entry:5 reason:it was a 2MC result:2MC")
    assert told(outcome) == (None, "#6 2MC at G5: 4-6-7 A breaks; 4-6-7 B passes")
    assert body(outcome).startswith("In the place of #5: it was a 2MC\nresult: NMC → 2MC\n")
    assert "2MC: 3,3 = 6 +2 2MC = 8, needs 7: fails by 1" in body(outcome)
    assert await roster(table) == A_BROKEN
    last = (await entries(table))[-1]
    assert (last.voids, last.reason, last.dice) == ((5,), "it was a 2MC", ())
    await table.client.trail.drain()
    assert standing(table)[4]["content"].startswith("VOID by #6 (it was a 2MC)\n#5 NMC at G5: ")


async def test_nobody_changes_alone_what_another_called(table: Any, say: Any) -> None:
    await say(table, *GAME, PASSES.replace("NMC", "2MC"))
    asked = await say(table, "@alice /amend entry:5 reason:it was a NMC result:NMC")
    assert told(asked) == (None, "#6 Is #5 to be amended? Russian answers")
    assert "result: 2MC → NMC" in body(asked)
    assert "4-6-7 A ▼ broken DM\n → 4-6-7 A" in body(asked)
    assert await roster(table) == A_BROKEN
    refused = told(await say(table, "@alice [Agree]"))
    assert refused == ("alice", "Refused: This answer is Russian's.")
    amended = told(await say(table, "@bob [Agree]"))
    assert amended == (None, "#7 NMC at G5: 4-6-7 A passes; 4-6-7 B passes")
    assert await roster(table) == WHOLE


async def test_once_somebody_acted_on_it_the_other_side_is_asked(table: Any, say: Any) -> None:
    await say(table, *GAME, PASSES, "@bob /mc result:PTC location:G5 units:B dice:2,2")
    asked = await say(table, "@bob /amend entry:5 reason:it was a 2MC result:2MC stays:all")
    assert told(asked)[1] == "#7 Is #5 to be amended? German answers"
    assert "What rests on it and stands as entered: #6." in body(asked)
    await say(table, "@alice [Agree]")
    assert await roster(table) == A_BROKEN


async def test_what_stands_comes_after_the_amendment_though_it_was_entered_before(
    table: Any, say: Any
) -> None:
    await say(table, *GAME, PASSES, "@bob /mc result:PTC location:G5 units:B dice:6,6")
    await say(table, "@bob /amend entry:5 reason:it was a 2MC result:2MC stays:#6", "@alice [Agree]")
    assert await roster(table) == ["4-6-7 A broken dm", "4-6-7 B pinned", "4-6-7 C"]


async def test_a_unit_more_needs_consent_before_its_die_falls(table: Any, say: Any) -> None:
    nobody_near = "known_enemy_in_los:False adjacent_enemy:False"
    await say(table, *DRAWN, f"@bob /mc result:NMC location:G5 units:A,B {nobody_near}")
    asked = await say(table, "@bob /amend entry:5 reason:C was there with:C")
    assert told(asked)[1] == "#6 Is #5 to be amended? German answers"
    assert "units: 4-6-7 A, 4-6-7 B → 4-6-7 A, 4-6-7 B, 4-6-7 C" in body(asked)
    assert "More dice fall once it is agreed; what they do is not known yet." in body(asked)
    assert (await entries(table))[-1].dice == ()
    amended = told(await say(table, "@alice [Agree]"))[1]
    assert amended.startswith(("#7 NMC at G5: ", "#7 NMC at G5 waits: "))
    before, _, after = (await entries(table))[-3:]
    fell = {draw.name for draw in before.dice}
    assert not fell & {draw.name for draw in after.dice}
    assert "mc:3" in {draw.name for draw in after.dice}


async def test_leaving_a_unit_out_and_taking_it_back_throws_no_other_die(table: Any, say: Any) -> None:
    await say(table, *GAME, PASSES.replace("NMC", "2MC"))
    await say(table, "@bob /amend entry:5 reason:A was away without:A", "@alice [Agree]")
    assert await roster(table) == WHOLE
    outcome = await say(table, "@bob /amend entry:7 reason:A was there with:A", "@alice [Agree]")
    assert told(outcome)[1] == "#9 2MC at G5: 4-6-7 A breaks; 4-6-7 B passes"
    assert await roster(table) == A_BROKEN
    assert [entry.dice for entry in await entries(table)][5:] == [(), (), (), ()]


async def test_an_amendment_amended_again_stands_alone_and_its_undo_gives_back_the_first(
    table: Any, say: Any, standing: Any
) -> None:
    # A throws 3,3 and needs 7: it passes a NMC, breaks by a 2MC, and passes a 1MC with the highest result.
    await say(table, *GAME, PASSES, "@bob /amend entry:5 reason:it was a 2MC result:2MC")
    await say(table, "@bob /amend entry:6 reason:no, a 4MC result:4MC")
    await table.client.trail.drain()
    assert [post["content"].split("\n")[0] for post in standing(table)[4:6]] == [
        "VOID by #7 (no, a 4MC)",
        "VOID by #7 (no, a 4MC)",
    ]
    assert await roster(table) == ["4-6-7 A broken dm", "4-6-7 B broken dm", "4-6-7 C"]
    await say(table, "@bob /undo entry:7 reason:a 2MC after all", "@alice [Agree]")
    assert await roster(table) == A_BROKEN
    await table.client.trail.drain()
    assert standing(table)[4]["content"].startswith("VOID by #6 (it was a 2MC)\n#5 NMC at G5: ")
    assert standing(table)[5]["content"].startswith("#6 2MC at G5: ")


async def test_an_amendment_undone_gives_the_ruling_back(table: Any, say: Any) -> None:
    await say(table, *GAME, PASSES, "@bob /amend entry:5 reason:it was a 2MC result:2MC")
    await say(table, "@bob /undo entry:6 reason:it was not", "@alice [Agree]")
    assert await roster(table) == WHOLE
    again = told(await say(table, "@bob /amend entry:5 reason:a 2MC indeed result:2MC"))
    assert again == (None, "#9 2MC at G5: 4-6-7 A breaks; 4-6-7 B passes")


async def test_a_hero_that_comes_again_is_the_same_piece(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /mc result:NMC location:G5 units:A dice:1,1,1,1")
    rows = await table.client._store.read(lambda tx: tx.pieces(1))
    assert [(row.id, row.name) for row in rows][3:] == [("4", "A/hero")]
    await say(table, "@bob /amend entry:5 reason:it was a 1MC result:1MC")
    again = await table.client._store.read(lambda tx: tx.pieces(1))
    assert [(row.id, row.name) for row in again] == [(row.id, row.name) for row in rows]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("entry:5 reason:no result:NMC", "Refused: #5 was ruled so; say what changes."),
        ("entry:5 reason:no", "Refused: #5 was ruled so; say what changes."),
        ("entry:4 reason:no result:NMC", "Refused: #4 is no ruling; /undo makes it void."),
        ("entry:2 reason:no result:NMC", "Refused: #2 cannot be void: /game seat hands a side over."),
        ("entry:5 reason:no without:C", "Refused: C is not among 4-6-7 A, 4-6-7 B."),
        ("entry:5 reason:no with:A", "Refused: A is in #5 already."),
        ("entry:5 reason:no other:terrain", "Refused: terrain is no input; write name=value"),
        ("entry:5 reason:no other:terrain=building", "Refused: #5 has no terrain; it has "),
        ("entry:5 reason:no other:year=1066", "Refused: year: "),
        ("entry:5 reason:no result:2MC stays:4", "Refused: #4 does not rest on #5."),
        ("entry:5 reason:no harden:refuse", "Refused: Only German may refuse Battle Hardening"),
    ],
)
async def test_what_cannot_be_amended_is_refused_and_writes_nothing(
    table: Any, say: Any, entered: Any, line: str, says: str
) -> None:
    await say(table, *GAME, PASSES)
    only, content = told(await say(table, f"@bob /amend {line}"))
    assert (only, content[: len(says)]) == ("bob", says)
    assert len(entered()) == 5


async def test_a_fact_that_the_amendment_needs_is_said_with_it(table: Any, say: Any) -> None:
    await say(table, *GAME, f"{BERSERK} known_enemy_in_los:True")
    assert (await roster(table))[0] == "4-6-7 A berserk"
    amended = await say(table, "@bob /amend entry:5 reason:nobody saw it known_enemy_in_los:False")
    assert told(amended) == (None, "#6 NMC at G5: 4-6-7 A passes, hardens into 4-6-8")
    assert "known enemy in los: yes → no" in body(amended)
    assert (await roster(table))[0] == "4-6-8 A"


async def test_the_other_side_disputes_a_fact_and_its_sayer_decides(table: Any, say: Any) -> None:
    await say(table, *GAME, BERSERK)
    answered = await say(table, "@alice [Yes]")
    assert body(answered).startswith("_Is a Known enemy unit in the LOS of 4-6-7 A? Yes, says German._\n")
    assert "Dispute: No" in labels(answered["posts"][0])
    refused = told(await say(table, "@alice [Dispute: No]"))
    assert refused == ("alice", "Refused: German said so itself; /amend entry:6 changes it.")
    assert told(await say(table, "@carol [Dispute: No]"))[1].startswith("Refused: You hold no side")
    asked = await say(table, "@bob [Dispute: No]")
    assert told(asked) == (None, "#7 Is #6 to be amended? German answers")
    assert "known enemy in los: yes → no" in body(asked)
    assert told(await say(table, "@bob [Agree]"))[1] == "Refused: This answer is German's."
    assert (await roster(table))[0] == "4-6-7 A berserk"
    agreed = await say(table, "@alice [Agree]")
    assert told(agreed) == (None, "#8 NMC at G5: 4-6-7 A passes, hardens into 4-6-8")
    assert "Dispute: Yes" not in labels(agreed["posts"][0])
    assert (await roster(table))[0] == "4-6-8 A"


async def test_a_dispute_works_after_a_restart(restarted: Any, say: Any) -> None:
    async with restarted() as restart:
        await say(await restart(), *GAME, BERSERK, "@alice [Yes]")
        asked = await say(await restart(), "@bob [Dispute: No]")
        assert told(asked) == (None, "#7 Is #6 to be amended? German answers")
        table = await restart()
        await say(table, "@alice [Refuse]")
        assert (await roster(table))[0] == "4-6-7 A berserk"


async def test_a_void_and_an_amendment_of_one_entry_do_not_wait_together(table: Any, say: Any) -> None:
    await say(table, *GAME, PASSES, "@alice /undo entry:5 reason:wrong squads")
    refused = told(await say(table, "@alice /amend entry:5 reason:a 2MC result:2MC"))
    assert refused[1] == "Refused: #6 proposes a correction of #5 already; it is answered first."
    assert told(await say(table, "@bob /amend entry:5 reason:a 2MC result:2MC"))[1].startswith("#7 2MC at G5")
    outdated = told(await say(table, "@bob [Agree]"))
    assert outdated == ("bob", "Refused: #5 is void by #7; /undo entry:7 has it stand again.")


async def test_no_amendment_is_ruled_while_an_epoch_waits_for_its_cuts(table: Any, say: Any) -> None:
    await say(table, *DRAWN, "@bob /mc result:PTC location:G5", "@alice /trail reveal")
    refused = told(await say(table, "@bob /amend entry:5 reason:one less without:C"))
    assert refused[1].startswith("Refused: No die falls before every seat has cut")
    await say(table, "@alice [Cut for German]", "@bob [Cut for Russian]")
    await say(table, "@bob /amend entry:5 reason:one less without:C", "@alice [Agree]")
    amended = (await entries(table))[-1]
    assert (amended.kind, amended.epoch, amended.dice) == ("ruling", 2, ())


@pytest.mark.parametrize("term", ["module=abtf", "year=1944", "no_quarter=yes", "opponent=british"])
async def test_a_term_of_the_game_is_changed_in_a_ruling_with_consent_alone(
    table: Any, say: Any, entered: Any, term: str
) -> None:
    await say(table, *GAME, PASSES)
    only, content = told(await say(table, f"@bob /amend entry:5 reason:the scenario says so other:{term}"))
    assert only is None
    assert "German answers" in content
    assert entered()[-1] == (1, 6, "asked")
    assert told(await say(table, "@alice [Agree]"))[1].startswith("#7 NMC at G5")
