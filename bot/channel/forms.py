"""Forms that people send, taken by custom id: whoever opened them, in this process or an earlier one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, TypeAlias

import discord

Filled: TypeAlias = Callable[[discord.Interaction[Any], re.Match[str], Mapping[str, str]], Awaitable[None]]
"""What takes a form: its custom id as the pattern found it, and what was typed, by the ids of the fields"""


class Forms:
    """What takes which form; the library forgets a form once another of the same name is opened."""

    def __init__(self) -> None:
        self._taken_by: dict[re.Pattern[str], Filled] = {}

    def add(self, custom_id: str, filled: Filled) -> None:
        """Have the forms whose custom id is of this pattern taken by `filled`."""
        self._taken_by[re.compile(custom_id)] = filled

    async def take(self, interaction: discord.Interaction[Any]) -> None:
        """Take what was sent, if it is a form. Raises whatever its taker raises."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Mapping[str, object] = interaction.data or {}
        for pattern, filled in self._taken_by.items():
            if found := pattern.fullmatch(str(data.get("custom_id"))):
                await filled(interaction, found, dict(_fields(data.get("components"))))


def _fields(parts: object) -> Iterator[tuple[str, str]]:
    """The fields of a form by their ids, at whatever depth."""
    for part in parts if isinstance(parts, list) else ():
        if "value" in part:
            yield str(part.get("custom_id")), str(part["value"])
        yield from _fields([part["component"]] if "component" in part else part.get("components"))
