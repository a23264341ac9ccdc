"""What people type about a campaign, and the names proposed while they type."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.operations.day import ALL, waivable_items
from bot.operations.view import CampaignView, campaign_view, is_set_up, out_of_play
from bot.play.sitting import Sitting
from cogs.params import Choice, Interaction, caller, choices
from cogs.pasting import text_of


async def rsus_proposed(interaction: Interaction, typed: str, *, gone: bool = False) -> list[Choice]:
    """RSUs in play for the last name of a list, without those before it; then what is `gone`, where asked."""

    def pieces(view: CampaignView) -> list[str]:
        in_play = [rsu.id for dsu in view.campaign.dsus for rsu in dsu.rsus]
        return [*in_play, *(out_of_play(view) if gone else ())]

    return await _of_list(interaction, typed, pieces)


async def dsus_proposed(interaction: Interaction, typed: str) -> list[Choice]:
    """DSUs in play for the last name of a list."""
    return await _of_list(interaction, typed, lambda view: [dsu.id for dsu in view.campaign.dsus])


async def waivable_proposed(interaction: Interaction, typed: str) -> list[Choice]:
    """What the day owes and can go on without, for the last of a list."""
    return await _of_list(interaction, typed, lambda view: [ALL, *(i.told for i in waivable_items(view))])


async def sectors_proposed(interaction: Interaction, typed: str) -> list[Choice]:
    known = await _known(interaction, lambda view: view.campaign.ground.sectors())
    return choices(sector for sector in known if sector.startswith(typed.upper().strip()))


async def _of_list(
    interaction: Interaction, typed: str, pieces: Callable[[CampaignView], Sequence[str]]
) -> list[Choice]:
    *before, last = (name.strip() for name in typed.split(","))
    known = await _known(interaction, pieces)
    fits = [name for name in known if last.casefold() in name.casefold() and name not in before]
    return choices(", ".join((*before, name)) for name in fits)


async def _known(interaction: Interaction, pieces: Callable[[CampaignView], Sequence[str]]) -> list[str]:
    """The names of pieces in play; none without a campaign."""

    def seen(sitting: Sitting) -> list[str]:
        if not is_set_up(sitting):
            return []
        view = campaign_view(sitting)
        return [view.names.get(piece, piece) for piece in pieces(view)]

    return await interaction.client.referee.look(caller(interaction), seen)


async def text_with(text: str, file: discord.Attachment | None) -> str:
    """What was typed, then what a file holds. Raises Refused as `text_of` does."""
    return text if file is None else f"{text}\n{await text_of(file)}"
