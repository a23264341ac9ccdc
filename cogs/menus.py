"""The commands in the menu of a message: a ruling explained, dice verified, a post told from an imitation."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.channel.client import Client
from bot.channel.content import hash_of
from bot.channel.whisper import whisper
from bot.operations.proof import entry_at, proof, recorded
from bot.render import authorship, explained
from bot.render import proof as proof_pages
from bot.render.authorship import MessageGiven
from bot.verify.imitation import shown_footer
from cogs.params import Interaction, caller


@app_commands.context_menu(name="Explain this ruling")
@app_commands.guild_only()
async def explain(interaction: Interaction, message: discord.Message) -> None:
    client = interaction.client
    await client.trail.record_seen()
    link = await client.referee.look(caller(interaction), entry_at(message.id))
    await client.trail.whisper_pages(interaction, explained.pages(link.entry))


@app_commands.context_menu(name="Verify these dice")
@app_commands.guild_only()
async def verify(interaction: Interaction, message: discord.Message) -> None:
    client = interaction.client
    await client.trail.record_seen()
    found = await client.referee.look(caller(interaction), proof(message.id))
    await client.trail.whisper_pages(interaction, proof_pages.pages(found))


@app_commands.context_menu(name="Is this the referee's?")
@app_commands.guild_only()
async def is_own(interaction: Interaction, message: discord.Message) -> None:
    texts = [message.content, *(shown.footer.text or "" for shown in message.embeds)]
    footer = next(filter(None, map(shown_footer, reversed(texts))), "")
    given = MessageGiven(
        own=message.author.id == interaction.application_id,
        who=message.author.display_name,
        footer=footer,
        alone=message.flags.ephemeral,
        content=hash_of(message),
    )
    client = interaction.client
    await client.trail.record_seen()
    found = await client.referee.look(caller(interaction), recorded(message.id, footer.rpartition(" ")[2]))
    await whisper(interaction, authorship.verdict(given, found))


async def setup(client: Client) -> None:
    for menu in (explain, verify, is_own):
        client.tree.add_command(menu)
