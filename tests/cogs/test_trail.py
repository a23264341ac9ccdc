"""/trail reveal and export at a table: everyone cuts the next epoch with a button; the game is a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.commands.table import Table
from bot.verify import verify


async def fetched(url: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return await response.read()


async def test_each_side_cuts_the_next_epoch_with_its_own_button(
    table: Table, say: Any, fight: tuple[str, ...], public: Any, standing: Any
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
    assert standing(table)[3]["components"]
    await say(table, "@alice [Cut for German]")
    await table.client.trail.drain()
    assert not standing(table)[3]["components"]
    (rolled,) = (await say(table, "@bob /roll dice:d6"))["posts"]
    assert "\n#7 Russian rolls 1d6 = " in rolled["content"]


async def test_a_side_cuts_under_a_post_that_stands_though_it_is_not_recorded_where(
    table: Table, say: Any, fight: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashed(*_: object) -> None:
        """The process ended between the reply and the note of where it stands."""

    await say(table, *fight)
    await table.client.trail.drain()
    with monkeypatch.context() as patched:
        patched.setattr(table.client.trail, "_mark", crashed)
        await say(table, "@alice /trail reveal")
    (cut,) = (await say(table, "@bob [Cut for Russian]"))["posts"]
    assert cut["content"].endswith("> cuts the dice of epoch 2 for Russian")


async def test_a_game_opened_so_takes_an_epoch_a_game_turn(table: Table, say: Any, public: Any) -> None:
    await say(table, "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 epochs:turn")
    assert "Each Game Turn has a seed of its own." in (await public())[-1]["embeds"][0]["description"]


async def test_the_game_is_a_file_for_the_asker_alone(
    table: Table, say: Any, fight: tuple[str, ...], tmp_path: Path
) -> None:
    await say(table, *fight, "@bob /roll dice:3d6", "@alice /game end", "@bob [Agree]")
    for what, name, begins in (
        ("ledger", "game-1.jsonl", b'{"export":1,"game":1}\n{"entry":'),
        ("rolls", "game-1.csv", b"game,seq,at,actor,"),
        ("transcript", "game-1.txt", b"#1 Game opened: German against Russian\n"),
    ):
        (post,) = (await say(table, f"@bob /trail export what:{what}"))["posts"]
        assert post["only"] == "bob"
        assert post["content"] == "The whole game."
        (file,) = post["attachments"]
        assert file["filename"] == name
        assert (await fetched(file["url"])).startswith(begins)
    (post,) = (await say(table, "@carol /trail export"))["posts"]
    file = tmp_path / "game.jsonl"
    file.write_bytes(await fetched(post["attachments"][0]["url"]))
    found = verify([file])
    assert (found.entries, found.dice, found.unrevealed) == (6, 1, ())
