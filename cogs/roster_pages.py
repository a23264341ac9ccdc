"""The pages of /roster show, turned with buttons that also work after a restart."""

from __future__ import annotations

import re

import discord
from discord import ui

from bot.channel.client import Client, at_the_press
from bot.channel.embeds import NO_PINGS, under
from bot.operations.roster_view import Filter, RosterView, chosen_roster
from bot.render.roster import pages
from cogs.params import Interaction, caller

PAGE_ID = r"v1:roster:(?P<seat>[0-9]+):(?P<piece>[0-9]*):(?P<place>[0-9a-f]*):(?P<page>[0-9]+)"


class PageButton(ui.DynamicItem[ui.Button[ui.View]], template=PAGE_ID):
    """Leads to one page of what was chosen, as it stands when the button is pressed."""

    def __init__(self, chosen: Filter, page: int, label: str = "Page") -> None:
        place = f"v1:roster:{chosen.seat}:{chosen.piece}:{chosen.place}:{page}"
        super().__init__(ui.Button(label=label, custom_id=place))
        self.chosen, self.page = chosen, page

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> PageButton:
        return cls(Filter(int(match["seat"]), match["piece"], match["place"]), int(match["page"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with at_the_press(interaction) as client:
            view = await client.referee.look(caller(interaction), chosen_roster(self.chosen))
            text, buttons = paged(view, self.page)
            await interaction.response.edit_message(content=text, view=buttons, allowed_mentions=NO_PINGS)


def paged(view: RosterView, page: int) -> tuple[str, ui.View | None]:
    """A page of the roster, the last where there are fewer, and the buttons to its neighbours."""
    all_pages = pages(view)
    page = min(page, len(all_pages) - 1)
    if len(all_pages) == 1:
        return all_pages[0], None
    neighbours = [
        PageButton(view.chosen, other, label)
        for other, label in ((page - 1, "Back"), (page + 1, "Next"))
        if 0 <= other < len(all_pages)
    ]
    return f"Page {page + 1} of {len(all_pages)}\n{all_pages[page]}", under(*neighbours)


async def setup(client: Client) -> None:
    client.add_dynamic_items(PageButton)
