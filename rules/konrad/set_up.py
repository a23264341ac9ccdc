"""Sets a campaign up from its plain form, with the checks that only a start needs."""

from __future__ import annotations

from rules.given import Given, refuse
from rules.konrad.book import Book
from rules.konrad.campaign import Campaign
from rules.konrad.events_desk import CampaignSetUp
from rules.konrad.formations import Order
from rules.konrad.plans import require_plans
from rules.konrad.read_campaign import read_campaign


def set_up(book: Book, given: Given) -> CampaignSetUp:
    """A campaign in the form of `write_campaign`.

    Raises Refused as `read_campaign` does, and for a DSU in a hostile sector (hostile_sector), an order that
    an RSU cannot have (bad_order), and a DSU without RSUs (no_rsus).
    """
    campaign = read_campaign(book, given)
    require_set_up(campaign, given.where)
    return CampaignSetUp(campaign, book.cites.day)


def require_set_up(campaign: Campaign, where: str) -> None:
    require_plans(campaign.dsus, campaign.settings, where)
    owners = campaign.ground.owners()
    for place, dsu in enumerate(campaign.dsus):
        row = f"{where}.dsus[{place}]"
        if owners[dsu.sector] != dsu.side:
            wrong = f"needs a sector of {dsu.side}; {dsu.sector} is of {owners[dsu.sector]}"
            raise refuse("hostile_sector", f"{row}.sector", wrong)
        if not dsu.rsus:
            raise refuse("no_rsus", f"{row}.rsus", f"{dsu.id} needs one RSU at least")
        for number, rsu in enumerate(dsu.rsus):
            if rsu.order in (Order.MOB, Order.DEF) and not rsu.holds_its_dsu:
                why = "is shattered" if rsu.shattered else "is not usable"
                raise refuse("bad_order", f"{row}.rsus[{number}].order", f"needs RES: {rsu.id} {why}")
