"""The help in pages that a phone shows: each task with one command to copy."""

from __future__ import annotations

from collections.abc import Iterable

from bot.names import units
from bot.render.pages import PAGE_MOST
from bot.tasks import Task


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
