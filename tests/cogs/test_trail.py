"""/trail at a table: the seed is revealed and everyone cuts the next epoch with a button."""

from __future__ import annotations

from typing import Any

from bot.commands.table import Table


async def test_each_side_cuts_the_next_epoch_with_its_own_button(
    table: Table, say: Any, fight: tuple[str, ...], public: Any
) -> None:
    await say(table, *fight, "@alice /trail reveal")
    await table.client.trail.drain()
    post = (await public())[-1]
    assert post["content"] == "#4 Epoch 1 is revealed; epoch 2 waits for the cuts of German and Russian"
    told = post["embeds"][0]["description"]
    assert "Seed of epoch 1: `" in told
    assert "Each side cuts with its button; no die falls before." in told
    (early,) = (await say(table, "@bob /roll dice:d6"))["posts"]
    assert early["content"].endswith("the button of epoch 2 is missing for German and Russian.")
    (other,) = (await say(table, "@bob [Cut for German]"))["posts"]
    assert other["content"] == "Refused: Only the player of German cuts for that side."
    (cut,) = (await say(table, "@bob [Cut for Russian]"))["posts"]
    assert cut["content"].endswith("> cuts the dice of epoch 2 for Russian")
    await say(table, "@alice [Cut for German]")
    (rolled,) = (await say(table, "@bob /roll dice:d6"))["posts"]
    assert rolled["content"].startswith("#7 Russian rolls 1d6 = ")


async def test_a_game_opened_so_takes_an_epoch_a_game_turn(table: Table, say: Any, public: Any) -> None:
    await say(table, "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 epochs:turn")
    assert "Each Game Turn has a seed of its own." in (await public())[-1]["embeds"][0]["description"]
