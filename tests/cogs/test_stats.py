"""/game stats: losses by side, and dice with their sample size."""

from __future__ import annotations

from typing import Any

from bot.play import game as games
from bot.play.tally import Count, Fallen
from bot.render.tally import lines

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 squad location:G5 number:3",
    "@alice /roster add counter:8-0 location:G5 name:Braun",
)


def shown(outcome: Any) -> list[str]:
    (post,) = outcome["posts"]
    return post["content"].strip("`\n").splitlines()


async def test_losses_count_by_side_and_entered_dice_are_left_out(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /mc result:1KIA location:G5 dice:1,2,3,6 3,3 3,3 3,3")
    assert shown(await say(table, "@alice /game stats")) == [
        "German against Russian, the whole game",
        "German",
        "   3 broken",
        "   1 eliminated: leader",
        "Russian: nothing lost, no dice",
    ]


async def test_dice_are_told_with_mean_and_sample_and_no_verdict_on_few(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /dr", "@bob /dr purpose:IFT", "@bob /roll dice:3d6", "@alice /dr dice:1")
    told = shown(await say(table, "@bob /game stats"))
    entries = [(await table.client.referee.answer_of(1, seq)).link.entry for seq in (6, 7)]
    a, b = (sum(entry.dice[0].faces) for entry in entries)
    assert f" DR: 2, mean {(a + b) / 2:.2f} of 7 expected" in told
    assert told.count("  under 30: too few to judge") == 3
    chance = 2 * (6 - abs(7 - a)) / 36
    assert f"  {a:3} {[a, b].count(a):4} of {chance:.1f} expected" in told
    # No single die shows more than 6.
    unthrown = next(total for total in range(7, 13) if total not in (a, b))
    assert not any(line.startswith(f"  {unthrown:3} ") for line in told)


async def test_a_turn_alone_counts_what_fell_in_it(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /dr", "@alice /turn side:German", "@bob /dr", "@bob /dr")
    assert any(line.startswith(" DR: 2, ") for line in shown(await say(table, "@bob /game stats turn:1")))
    assert any(line.startswith(" DR: 1, ") for line in shown(await say(table, "@bob /game stats turn:0")))


async def test_a_void_ruling_costs_nobody_anything(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /unit break unit:A", "@alice /undo entry:6 reason:misread")
    assert shown(await say(table, "@alice /game stats"))[1:] == [
        "German: nothing lost, no dice",
        "Russian: nothing lost, no dice",
    ]


async def test_thirty_throws_are_judged(table: Any, say: Any) -> None:
    await say(table, *GAME)
    game = await table.client.referee._store.read(lambda tx: games.held(tx, 1))
    high, fair = Fallen(2, 6), Fallen(2, 6)
    high.counts.update({9: 30})
    fair.counts.update({7: 29, 8: 1})

    for fallen, verdict in ((high, "  high: 1 in 20 is so far off"), (fair, "  as chance has it")):
        told = list(lines({1: Count(throws={(2, 6): fallen})}, game))
        assert verdict in told


async def test_what_a_roll_is_for_has_a_line_of_its_own(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /dr purpose:IFT", "@bob /dr", "@bob /select units:A,B")
    told = shown(await say(table, "@bob /game stats"))
    assert sorted(line.partition(":")[0] for line in told if line.startswith("  ") and "mean" in line) == [
        "  IFT DR",
        "  Random Selection dr",
        "  free roll DR",
    ]


async def test_an_amended_ruling_counts_once_with_the_dice_that_it_kept(table: Any, say: Any) -> None:
    await say(
        table,
        *GAME,
        "@bob /dr",
        "@bob /mc result:1MC units:A,B known_enemy_in_los:false adjacent_enemy:false",
    )
    before = shown(await say(table, "@bob /game stats"))
    await say(table, "@bob /amend entry:7 result:2MC reason:misread")
    after = shown(await say(table, "@bob /game stats"))
    assert any(line.startswith("  check DR: 2, ") for line in before)
    assert [line for line in after if "mean" in line] == [line for line in before if "mean" in line]
