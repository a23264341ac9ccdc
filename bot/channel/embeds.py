"""Posts as Discord takes them."""

from __future__ import annotations

import io
from typing import TypeAlias, TypedDict

import discord

from bot.channel.content import content_hash
from bot.operations.follow_ups import Verb
from bot.render.post import ANSWER, CUT, DISPUTE, Button, Post

COLOUR = 0x5B6B3A
NO_PINGS = discord.AllowedMentions.none()
Labelled: TypeAlias = discord.ui.Button[discord.ui.View]
Pressed: TypeAlias = Labelled | discord.ui.DynamicItem[Labelled]


def embed(post: Post) -> discord.Embed:
    """The detail of a post; the line stands in the message's content."""
    return discord.Embed(description=post.body, colour=COLOUR).set_footer(text=post.footer)


class Sending(TypedDict):
    """What a message is sent with, by the names that the library has for it."""

    content: str
    embed: discord.Embed
    files: list[discord.File]
    allowed_mentions: discord.AllowedMentions


def sending(post: Post) -> Sending:
    """A post as it is sent, without its buttons; it can be sent once."""
    return {
        "content": post.line,
        "embed": embed(post),
        "files": files(post),
        "allowed_mentions": NO_PINGS,
    }


def files(post: Post) -> list[discord.File]:
    """What is attached to a post, to be sent once."""
    return [] if post.file is None else [discord.File(io.BytesIO(post.file.data), post.file.name)]


def hash_as_sent(post: Post) -> bytes:
    """The content hash of a post as it stands once it is sent."""
    attached = [] if post.file is None else [(post.file.name, len(post.file.data))]
    return content_hash(post.line, [embed(post)], attached)


def view(post: Post, game: int, seq: int) -> discord.ui.View | None:
    """The buttons of a post; each names its question, so that it works after a restart."""
    if not post.buttons:
        return None
    return under(*(_button(button, game, seq) for button in post.buttons))


def under(*items: Pressed) -> discord.ui.View:
    """What stands under a message; whoever presses it is answered by its custom id."""
    rows = discord.ui.View(timeout=None)
    for item in items:
        rows.add_item(item)
    # The library keeps every view that has not ended for as long as the process lives.
    rows.stop()
    return rows


def answer_id(game: int, seq: int, choice: int) -> str:
    return _id(ANSWER, game, seq, choice)


ANSWER_ID = rf"v1:{ANSWER}:(?P<game>[0-9]+):(?P<seq>[0-9]+):(?P<choice>-?[0-9]+)"


def cut_id(game: int, seq: int, seat: int) -> str:
    return _id(CUT, game, seq, seat)


CUT_ID = rf"v1:{CUT}:(?P<game>[0-9]+):(?P<seq>[0-9]+):(?P<seat>[0-9]+)"


def follow_id(verb: Verb, game: int, seq: int, choice: int) -> str:
    return _id(verb, game, seq, choice)


FOLLOW_ID = rf"v1:(?P<verb>{'|'.join(Verb)}):(?P<game>[0-9]+):(?P<seq>[0-9]+):(?P<choice>[0-9]+)"


def dispute_id(game: int, seq: int, choice: int) -> str:
    return _id(DISPUTE, game, seq, choice)


DISPUTE_ID = rf"v1:{DISPUTE}:(?P<game>[0-9]+):(?P<seq>[0-9]+):(?P<choice>[0-9]+)"


def again_id(request: str) -> str:
    return f"v1:again:{request}"


AGAIN_ID = r"v1:again:(?P<request>[0-9]+)"


def again_view(request: int) -> discord.ui.View:
    """The button of a call that repeats another, made by the interaction `request`."""
    return under(discord.ui.Button(label="Once more", custom_id=again_id(str(request))))


def _id(verb: str, game: int, seq: int, choice: int) -> str:
    return f"v1:{verb}:{game}:{seq}:{choice}"


def _button(button: Button, game: int, seq: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        label=button.label[:80],
        style=discord.ButtonStyle.primary,
        custom_id=_id(button.verb, game, seq, button.choice),
    )
