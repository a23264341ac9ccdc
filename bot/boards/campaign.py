"""A campaign as one piece: the whole value, from which the views give regiments and sectors."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.boards.units import Change
from bot.events.codecs import of_konrad
from bot.store.rows import PieceRow
from rules import konrad
from rules.event import Event
from rules.given import Given
from rules.konrad.apply import apply
from rules.konrad.campaign import Campaign
from rules.konrad.events_desk import CampaignSetUp
from rules.konrad.formations import Dsu, Rsu
from rules.konrad.read_campaign import read_campaign
from rules.konrad.write_campaign import write_campaign

PIECE = "campaign"


def change(rows: Sequence[PieceRow], events: Sequence[Event], seq: int) -> tuple[Change, Campaign | None]:
    """What the events do, and the campaign after them; the first ones set it up, None before that."""
    row = next((row for row in rows if row.id == PIECE), None)
    before = campaign = None if row is None else campaign_of(row)
    for event in of_konrad(events):
        if isinstance(event, CampaignSetUp):
            campaign = event.campaign
        elif campaign is not None:
            campaign = apply(campaign, event)
    if campaign is None:
        return Change((), ()), None
    state = write_campaign(konrad.BOOK, campaign)
    if row is not None and row.state == state:
        return Change((), ()), campaign
    after = PieceRow(PIECE, PIECE, 0, "", "", state, seq)
    return Change((after,), (), _differing(before, campaign) if before is not None else ()), campaign


def within(before: PieceRow, after: PieceRow) -> tuple[str, ...]:
    """The DSUs and RSUs that stand otherwise; what concerns a DSU concerns its RSUs."""
    return _differing(campaign_of(before), campaign_of(after))


def _differing(before: Campaign, after: Campaign) -> tuple[str, ...]:
    old, new = _parts(before), _parts(after)
    ids = (*new, *(piece for piece in old if piece not in new))
    return tuple(piece for piece in ids if old.get(piece) != new.get(piece))


def _parts(campaign: Campaign) -> dict[str, tuple[Dsu, Rsu | None]]:
    """Each DSU and RSU by its id, as far as its own standing goes."""
    parts: dict[str, tuple[Dsu, Rsu | None]] = {}
    for dsu in campaign.dsus:
        alone = replace(dsu, rsus=())
        parts[dsu.id] = (alone, None)
        parts.update((rsu.id, (alone, rsu)) for rsu in dsu.rsus)
    return parts


def campaign_of(row: PieceRow) -> Campaign:
    """The campaign of its row. Raises Refused where the state is none that the rules know."""
    return read_campaign(konrad.BOOK, Given(row.state, PIECE))
