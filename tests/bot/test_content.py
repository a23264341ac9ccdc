"""What a message says has one hash, which changes with every word and with nothing that Discord changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import discord
import pytest

from bot.channel.content import content_hash

LINE = "#7 1MC at G5"


def post(description: str = "4-4-7 A", footer: str = "#7 · 009ba9aaeb975d62") -> discord.Embed:
    return discord.Embed(description=description).set_footer(text=footer)


def test_the_hash_is_that_of_the_published_bytes() -> None:
    bytes_ = '["#7 1MC at G5",[["","4-4-7 A",[["Dice","5,6"]],"#7 · 009ba9aaeb975d62"]],[["a.csv",12]]]'
    told = content_hash(LINE, [post().add_field(name="Dice", value="5,6")], [("a.csv", 12)])
    assert told == hashlib.sha256(bytes_.encode()).digest()


@pytest.mark.parametrize(
    "other",
    [
        lambda: content_hash("#7 1MC at G6", [post()]),
        lambda: content_hash(LINE, [post("4-4-7 B")]),
        lambda: content_hash(LINE, [post(footer="#8 · 009ba9aaeb975d62")]),
        lambda: content_hash(LINE, [post().add_field(name="a", value="b")]),
        lambda: content_hash(LINE, [discord.Embed(title="4-4-7 A").set_footer(text="#7 · 009ba9aaeb975d62")]),
        lambda: content_hash(LINE, [post(), post()]),
        lambda: content_hash(LINE, [post()], [("a.csv", 1)]),
        lambda: content_hash(LINE),
    ],
)
def test_another_word_is_another_hash(other: Callable[[], bytes]) -> None:
    assert other() != content_hash(LINE, [post()])


def test_what_discord_strips_or_adds_changes_nothing() -> None:
    unfurled = discord.Embed.from_dict({"type": "link", "title": "a page", "url": "https://example.org"})
    coloured = post("  4-4-7 A\n")
    coloured.colour = discord.Colour(5)
    assert content_hash(f" {LINE}\n", [coloured, unfurled]) == content_hash(LINE, [post()])


def test_a_text_in_another_normal_form_or_of_half_a_sign_still_has_a_hash() -> None:
    assert content_hash("Mu\u0308ller") == content_hash("M\u00fcller")
    assert len(content_hash("\ud800 \0")) == 32
