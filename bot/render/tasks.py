"""The help as a phone shows it: what there is by topic, or tasks with a command to copy each."""

from __future__ import annotations

from collections.abc import Iterable

from bot.render.pages import PAGE_MOST
from bot.words.names import units
from bot.words.tasks import Task, Topic


def overview(topics: Iterable[Topic]) -> str:
    """Every task with its command, a line each."""
    listed = tuple(topics)
    lines = [
        line
        for topic in listed
        for line in (f"**{topic.name}**", *(f"{task.task}: `{task.command}`" for task in topic.tasks))
    ]
    more = f"`/help topic:{listed[0].name}` tells the tasks of a topic with a command to copy each."
    return "\n".join((*lines, more))


def pages(tasks: Iterable[Task]) -> tuple[str, ...]:
    """Whole tasks, as many to a page as fit."""
    found: list[str] = []
    for task in tasks:
        told = f"**{task.task}**: {task.says}\n`{task.example}`"
        if found and units(found[-1]) + units(told) + 1 <= PAGE_MOST:
            found[-1] += f"\n{told}"
        else:
            found.append(told)
    return tuple(found)
