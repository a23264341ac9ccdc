"""Single changes to a campaign, each giving the campaign after it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from rules.konrad.campaign import Battle, Campaign
from rules.konrad.formations import Allowance, Dsu, Pair, Rsu, Scenario


def dsu(campaign: Campaign, name: str, change: Callable[[Dsu], Dsu]) -> Campaign:
    """Raises KeyError for a DSU that is not in play."""
    changed = change(campaign.dsu(name))
    return replace(campaign, dsus=tuple(changed if known.id == name else known for known in campaign.dsus))


def rsu(campaign: Campaign, name: str, change: Callable[[Rsu], Rsu]) -> Campaign:
    """Raises KeyError for an RSU that is not in play."""
    home = home_of(campaign, name)
    rsus = tuple(change(known) if known.id == name else known for known in home.rsus)
    return dsu(campaign, home.id, lambda known: replace(known, rsus=rsus))


def home_of(campaign: Campaign, rsu: str) -> Dsu:
    """The DSU of an RSU; raises KeyError for an RSU that is not in play."""
    for known in campaign.dsus:
        if any(member.id == rsu for member in known.rsus):
            return known
    raise KeyError(rsu)


def without_rsu(campaign: Campaign, name: str) -> Campaign:
    """The RSU is gone, and every plan and allowance that names it; its DSU stays, if empty."""
    home = home_of(campaign, name)
    rsus = tuple(known for known in home.rsus if known.id != name)
    campaign = dsu(campaign, home.id, lambda known: replace(known, rsus=rsus))
    return replace(campaign, dsus=tuple(_without_plans(known, name) for known in campaign.dsus))


def without_dsu(campaign: Campaign, name: str) -> Campaign:
    """The DSU is gone with its RSUs, and every plan that names one of them."""
    gone = campaign.dsu(name)
    left = tuple(known for known in campaign.dsus if known.id != name)
    for member in gone.rsus:
        left = tuple(_without_plans(known, member.id) for known in left)
    attacks = tuple(plan for plan in campaign.night_attacks if plan.dsu != name)
    return replace(campaign, dsus=left, night_attacks=attacks)


def without_plan(campaign: Campaign, name: str, plan: Pair) -> Campaign:
    """The DSU without one of its consolidations."""

    def change(known: Dsu) -> Dsu:
        return replace(known, consolidations=tuple(pair for pair in known.consolidations if pair != plan))

    return dsu(campaign, name, change)


def _without_plans(known: Dsu, rsu: str) -> Dsu:
    return replace(
        known,
        consolidations=tuple(pair for pair in known.consolidations if rsu not in (pair.first, pair.second)),
        gow_allows=tuple(allowance for allowance in known.gow_allows if allowance.rsu != rsu),
    )


def allowance(campaign: Campaign, name: str, allowed: Allowance) -> Campaign:
    """The DSU with this allowance for one of its RSUs, in place of an earlier one."""

    def change(known: Dsu) -> Dsu:
        others = tuple(other for other in known.gow_allows if other.rsu != allowed.rsu)
        return replace(known, gow_allows=(*others, allowed))

    return dsu(campaign, name, change)


def owner(campaign: Campaign, sector: str, side: str) -> Campaign:
    held = tuple(
        replace(known, side=side) if known.sector == sector else known for known in campaign.ground.held
    )
    return replace(campaign, ground=replace(campaign.ground, held=held))


def taken(campaign: Campaign, sector: str, side: str, captors: Collection[str]) -> Campaign:
    """The sector is of `side`, and captured by those `captors` that fought a battle for it today."""
    fought = {
        combatant.dsu
        for battle in campaign.battles
        if battle.sector == sector
        for combatant in (*battle.attackers, *battle.defenders)
    }
    for captor in captors:
        if captor in fought:
            campaign = dsu(campaign, captor, lambda known: replace(known, captured=True))
    return owner(campaign, sector, side)


def battle(campaign: Campaign, fought: Battle) -> Campaign:
    """Everyone in it fought; of two battles of a DSU today the later result counts, armour in either."""
    for combatant in (*fought.attackers, *fought.defenders):
        scenario, armour = combatant.scenario, combatant.armour_fought

        def change(known: Dsu, scenario: Scenario = scenario, armour: bool = armour) -> Dsu:
            return replace(known, fought=True, scenario=scenario, armour_fought=known.armour_fought or armour)

        campaign = dsu(campaign, combatant.dsu, change)
    return replace(campaign, battles=(*campaign.battles, fought))


def day(campaign: Campaign, number: int) -> Campaign:
    """A day begins: what DSUs did and planned is forgotten, orders too, save RES of a shattered RSU."""
    return replace(
        campaign,
        day=number,
        dsus=tuple(_fresh(known) for known in campaign.dsus),
        night_attacks=(),
        battles=(),
    )


def _fresh(known: Dsu) -> Dsu:
    rsus = tuple(member if member.shattered else replace(member, order=None) for member in known.rsus)
    return Dsu(known.id, known.side, known.sector, rsus)
