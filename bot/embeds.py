"""Posts as Discord takes them."""

from __future__ import annotations

import discord

from bot.post import Button, Post

COLOUR = 0x5B6B3A
NO_PINGS = discord.AllowedMentions.none()


def embed(post: Post) -> discord.Embed:
    """The detail of a post; the line stands in the message's content."""
    return discord.Embed(description=post.body, colour=COLOUR).set_footer(text=post.footer)


def view(post: Post, game: int, seq: int) -> discord.ui.View | None:
    """The buttons of a post; each names its question, so that it works after a restart."""
    if not post.buttons:
        return None
    rows = discord.ui.View(timeout=None)
    for button in post.buttons:
        rows.add_item(_button(button, game, seq))
    return rows


def answer_id(game: int, seq: int, choice: int) -> str:
    return f"v1:answer:{game}:{seq}:{choice}"


ANSWER_ID = r"v1:answer:(?P<game>[0-9]+):(?P<seq>[0-9]+):(?P<choice>-?[0-9]+)"


def _button(button: Button, game: int, seq: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        label=button.label[:80],
        style=discord.ButtonStyle.primary,
        custom_id=answer_id(game, seq, button.choice),
    )
