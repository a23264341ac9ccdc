"""/help by task, and /selftest: what the bot lacks in this channel."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot import names, permissions
from bot.client import Client
from bot.desk_tasks import DESK_TASKS
from bot.render.tasks import pages
from bot.tasks import TASKS, Task
from bot.trail import whisper
from cogs.params import Choice, Interaction, caller, choices
from rules.refusal import Refused


class HelpCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(
        name="help", description="What to type, by what you want to do, each with a command to copy"
    )
    @app_commands.guild_only()
    @app_commands.describe(task="such as: a unit was hit; all of them, if not said")
    async def help_(self, interaction: Interaction, task: str | None = None) -> None:
        wanted = (task or "").casefold().split()
        tasks = await _tasks(interaction)
        exact = [known for known in tasks if known.task.casefold() == " ".join(wanted)]
        found = exact or [known for known in tasks if all(word in known.words for word in wanted)]
        if not found:
            listed = ", ".join(known.task for known in tasks)
            raise Refused(
                "no_task", f"There is no help on {names.spoken(task or '')}; there is on: {listed}."
            )
        await self.client.trail.whisper_pages(interaction, pages(found))

    @help_.autocomplete("task")
    async def proposed(self, interaction: Interaction, typed: str) -> list[Choice]:
        tasks = await _tasks(interaction)
        return choices(known.task for known in tasks if typed.casefold() in known.task.casefold())

    @app_commands.command(description="What the bot lacks in this channel, and how to give it")
    @app_commands.guild_only()
    async def selftest(self, interaction: Interaction) -> None:
        await whisper(interaction, permissions.report(interaction))


async def _tasks(interaction: Interaction) -> tuple[Task, ...]:
    """Those of a table, or of a campaign in its channel."""
    campaign = await interaction.client.referee.look(
        caller(interaction), lambda sitting: not sitting.is_free and sitting.game.is_campaign
    )
    return DESK_TASKS if campaign else TASKS


async def setup(client: Client) -> None:
    await client.add_cog(HelpCog(client))
