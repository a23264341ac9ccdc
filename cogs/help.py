"""/help by task, and /selftest: what the bot lacks in this channel."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.channel import permissions
from bot.channel.client import Client
from bot.channel.whisper import whisper
from bot.render.tasks import overview, pages
from bot.words import names
from bot.words.desk_tasks import DESK_TOPICS
from bot.words.tasks import TOPICS, Task, Topic
from cogs.params import Choice, Interaction, caller, choices
from rules.refusal import Refused


class HelpCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(
        name="help", description="What to type, by what you want to do, each with a command to copy"
    )
    @app_commands.guild_only()
    @app_commands.describe(task="such as: a unit was hit", topic="the tasks of one topic")
    async def help_(
        self, interaction: Interaction, task: str | None = None, topic: str | None = None
    ) -> None:
        topics = await _topics(interaction)
        if task is None and topic is None:
            told: Sequence[str] = [overview(topics)]
        else:
            told = pages(_found(_of_topic(topics, topic), task or ""))
        await self.client.trail.whisper_pages(interaction, told)

    @help_.autocomplete("task")
    async def tasks(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = _tasks(await _topics(interaction))
        return choices(task.task for task in known if typed.casefold() in task.task.casefold())

    @help_.autocomplete("topic")
    async def topics(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = await _topics(interaction)
        return choices(topic.name for topic in known if typed.casefold() in topic.name.casefold())

    @app_commands.command(description="What the bot lacks in this channel, and how to give it")
    @app_commands.guild_only()
    async def selftest(self, interaction: Interaction) -> None:
        await whisper(interaction, permissions.report(interaction))


def _of_topic(topics: tuple[Topic, ...], name: str | None) -> tuple[Task, ...]:
    """The tasks of a topic by the beginning of its name, or all. Raises Refused `no_topic`."""
    wanted = (name or "").casefold().strip()
    found = [topic for topic in topics if topic.name.casefold().startswith(wanted)]
    if not found:
        listed = ", ".join(topic.name for topic in topics)
        raise Refused("no_topic", f"{names.spoken(name or '')} is no topic of the help; there are {listed}.")
    return _tasks(tuple(found))


def _found(tasks: tuple[Task, ...], typed: str) -> list[Task]:
    """The task of that name, or those in which each word stands. Raises Refused `no_task`."""
    wanted = typed.casefold().split()
    exact = [known for known in tasks if known.task.casefold() == " ".join(wanted)]
    found = exact or [known for known in tasks if all(word in known.words for word in wanted)]
    if not found:
        listed = ", ".join(known.task for known in tasks)
        raise Refused("no_task", f"There is no help on {names.spoken(typed)}; there is on: {listed}.")
    return found


def _tasks(topics: tuple[Topic, ...]) -> tuple[Task, ...]:
    return tuple(task for topic in topics for task in topic.tasks)


async def _topics(interaction: Interaction) -> tuple[Topic, ...]:
    """Those of a table, or of a campaign in its channel."""
    campaign = await interaction.client.referee.look(
        caller(interaction), lambda sitting: not sitting.is_free and sitting.game.is_campaign
    )
    return DESK_TOPICS if campaign else TOPICS


async def setup(client: Client) -> None:
    await client.add_cog(HelpCog(client))
