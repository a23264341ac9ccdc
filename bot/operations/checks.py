"""Which REMO checks are due today, battle by battle, and why an RSU is left out of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.boards.desk import Desk
from bot.events.desk import LeftOut
from rules.konrad.campaign import Campaign, Phase
from rules.konrad.formations import Dsu, Order, Rsu, Scenario

IDLE = "its DSU neither fought nor moved"
"""why all RSUs of a DSU are left out"""


class DueCheck(Struct, frozen=True):
    """A DSU whose RSUs check after a battle in `sector`, or after its move where that is ""."""

    dsu: Dsu
    sector: str
    scenario: Scenario

    @property
    def key(self) -> str:
        return f"{self.dsu.id}@{self.sector}"

    @property
    def as_checked(self) -> Dsu:
        """The DSU with the end of this very battle (p5: one check each, with its own result)."""
        return replace(self.dsu, fought=bool(self.sector), scenario=self.scenario)


def due_checks(campaign: Campaign, desk: Desk) -> tuple[DueCheck, ...]:
    """What no sheet of today covered, in list order, for DSUs with an RSU to check.

    In the night phase the night's battles alone count, before it the day's and moves without a battle.
    """
    return tuple(
        due
        for dsu in campaign.dsus
        if any(on_the_map(rsu) for rsu in dsu.rsus)
        for due in _of(campaign, dsu)
        if due.key not in desk.checked
    )


def first_of_each(due: Sequence[DueCheck]) -> tuple[DueCheck, ...]:
    """One check for each DSU; a second battle of today is another sheet."""
    firsts: dict[str, DueCheck] = {}
    for item in due:
        firsts.setdefault(item.dsu.id, item)
    return tuple(firsts.values())


def left_out(
    campaign: Campaign, listed: Collection[str], battle: Collection[str], struck: Collection[str]
) -> tuple[LeftOut, ...]:
    """Every RSU that a sheet on the DSUs `battle` does not list, and why."""
    return tuple(
        LeftOut(rsu.id, _why(dsu, rsu, battle, struck))
        for dsu in campaign.dsus
        for rsu in dsu.rsus
        if rsu.id not in listed
    )


def on_the_map(rsu: Rsu) -> bool:
    return rsu.order is not Order.RES and not rsu.shattered


def _of(campaign: Campaign, dsu: Dsu) -> Iterator[DueCheck]:
    night = campaign.phase is Phase.NIGHT
    fought = False
    for battle in campaign.battles:
        for combatant in (*battle.attackers, *battle.defenders):
            if combatant.dsu == dsu.id:
                fought = True
                if battle.night is night:
                    yield DueCheck(dsu, battle.sector, combatant.scenario)
    if dsu.moved and not fought and not night:
        yield DueCheck(dsu, "", Scenario.NONE)


def _why(dsu: Dsu, rsu: Rsu, battle: Collection[str], struck: Collection[str]) -> str:
    if rsu.id in struck:
        return "struck by the GoW"
    if rsu.shattered:
        return "shattered already"
    if rsu.order is Order.RES:
        return "in RES"
    if dsu.id in battle:
        return "not named"
    return "checked already" if dsu.fought or dsu.moved else IDLE
