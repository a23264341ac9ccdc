"""The hash of what a message says, over what Discord does not rewrite."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence

import discord

from bot.ledger.canonical import canonical
from rules.json import Json


def content_hash(
    text: str, embeds: Sequence[discord.Embed] = (), files: Iterable[tuple[str, int]] = ()
) -> bytes:
    """SHA-256 of the canonical bytes of `[text, embeds, [[file, size], ...]]`.

    An embed is `[title, description, [[name, value], ...], footer]`; texts are stripped and NFC. Embeds that
    Discord makes of links do not count, nor do buttons, colours and pictures; a size is in bytes.
    """
    said: Json = [
        _kept(text),
        [_embed(embed) for embed in embeds if embed.type == "rich"],
        [[_kept(name), size] for name, size in files],
    ]
    return hashlib.sha256(canonical(said)).digest()


def hash_of(message: discord.Message) -> bytes:
    """The content hash of a message as it stands in its channel."""
    files = ((file.filename, file.size) for file in message.attachments)
    return content_hash(message.content, message.embeds, files)


def _embed(embed: discord.Embed) -> Json:
    fields: list[Json] = [[_kept(field.name), _kept(field.value)] for field in embed.fields]
    return [_kept(embed.title), _kept(embed.description), fields, _kept(embed.footer.text)]


def _kept(text: str | None) -> str:
    """A text as canonical bytes take it, from whoever wrote it."""
    if text and text.isascii() and "\0" not in text:
        return text.strip()
    readable = (text or "").replace("\0", "").encode(errors="replace").decode()
    return unicodedata.normalize("NFC", readable).strip()
