"""Battles: what the file of a game brought back, and the losses in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from bot.operations.desk_entry import desk_entry
from bot.operations.instructions import Line, lines_of
from bot.operations.nights import nights
from bot.operations.speaking import speaking
from bot.operations.view import CampaignView, dsu_named, gow_view, rsu_named, sector_named
from bot.play.notation import BadLines
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.konrad import desk
from rules.konrad.campaign import Battle, Combatant, Phase
from rules.konrad.events import Event
from rules.konrad.events_retreat import SectorTaken
from rules.konrad.formations import Dsu, Rsu, Scenario
from rules.refusal import Refused

LOSS = re.compile(
    r"(?P<kind>[a-z]+)\s*[:=]?\s*(?P<sp>[0-9]{1,7})|(?P<sp_first>[0-9]{1,7})\s*(?P<kind_last>[a-z]+)"
)
HEAD = re.compile(r"(?P<who>.+?)\s*[:,]\s*(?P<rest>.+)")


class Armour(StrEnum):
    """Whose armour took part."""

    NONE = "none"
    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    BOTH = "both"


class Report(Struct, frozen=True):
    """A battle as the GoW report it; `result` is the attackers'."""

    sector: str
    attackers: Sequence[str]
    defenders: Sequence[str]
    result: Scenario
    captured: bool
    armour: Armour
    night: bool


class BadLosses(BadLines):
    """Losses of which some lines are not right; nothing was entered."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self.message = "Nothing is entered until every line is right."


def report_battle(report: Report) -> Operation:
    """The battle of a sector; captured, it is the attackers'.

    Raises Refused `not_gow`, `question_open`, `not_combat_phase`, `no_unit`, `which_unit`,
    `unknown_sector`, `one_battle`, `one_sided`, `owner_defends`, `twice`, `not_captured`, `not_there`,
    `fell_away`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        _require_phase(view, Phase.NIGHT if report.night else Phase.COMBAT)
        sector = sector_named(view, report.sector)
        attackers = [dsu_named(view, name) for name in report.attackers]
        defenders = [dsu_named(view, name) for name in report.defenders]
        _require_sides(view, sector, attackers, defenders)
        if report.night:
            _require_night(view, sector, attackers)
        if report.captured and report.result is not Scenario.WON:
            raise Refused("not_captured", f"{sector} is captured by attackers that won.")
        with speaking(view):
            reported = desk.report_battle(
                konrad.BOOK, view.campaign, _battle(report, sector, attackers, defenders)
            )
        events: list[Event] = list(reported)
        if report.captured and view.campaign.ground.owners()[sector] != attackers[0].side:
            captors = tuple(dsu.id for dsu in attackers)
            events.append(SectorTaken(sector, attackers[0].side, captors, konrad.BOOK.cites.capture))
        return desk_entry(view, f"Day {view.campaign.day}, {view.campaign.phase}", events)

    return operation


def enter_losses(text: str, reason: str) -> Operation:
    """SP lost by kind, a line an RSU: `GR 283: leg 30, heavy 5`. All lines or none.

    After Combat too, until the checks of the DSU are rolled. Raises Refused `not_gow`, `question_open`,
    `not_combat_phase`, `no_losses`; BadLosses with every bad line, one that would leave less than 0 SP among
    them.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        if view.campaign.phase not in (Phase.COMBAT, Phase.CHECKS, Phase.NIGHT):
            _require_phase(view, Phase.COMBAT)
        lines = _of_csv(lines_of(text))
        if not lines:
            raise Refused(
                "no_losses", "Write a line an RSU, such as GR 283: leg 30, heavy 5; GR 284: leg 10."
            )
        faults: list[str] = []
        struck: dict[str, Rsu] = {}
        for line in lines:
            try:
                rsu = _struck(view, line)
                _require_unchecked(view, rsu)
                if rsu.id in struck:
                    raise Refused("twice", f"{view.called(rsu.id)} stands there twice")
                struck[rsu.id] = rsu
            except Refused as wrong:
                faults.append(line.wrong(wrong.message))
        if faults:
            raise BadLosses(faults)
        why = reason.strip() or f"the battles of day {view.campaign.day}"
        events = [
            event
            for rsu in struck.values()
            for event in desk.enter_rsu(konrad.BOOK, view.campaign, rsu, sitting.actor, why)
        ]
        return desk_entry(view, f"Day {view.campaign.day}, losses", events)

    return operation


def _require_unchecked(view: CampaignView, rsu: Rsu) -> None:
    """The strength that counts is that after the battle's losses (p5)."""
    checked = {key.partition("@")[0] for key in view.desk.checked}
    if view.campaign.phase is Phase.CHECKS and view.home(rsu.id).id in checked:
        raise Refused(
            "checked",
            "its REMO check is rolled; /campaign hand rsu enters what it has, /campaign hand batch decides "
            "the check again",
        )


def _of_csv(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines under the header `rsu,leg,heavy,hard`, in the form of those that people write."""
    head = [cell.strip().casefold() for cell in lines[0].text.split(",")] if lines else []
    if head[:1] not in (["rsu"], ["name"]):
        return lines
    return [Line(line.number, _written(head[1:], line.text.split(","))) for line in lines[1:]]


def _written(kinds: Sequence[str], cells: Sequence[str]) -> str:
    who, *sps = (cell.strip() for cell in cells)
    return f"{who}: {', '.join(f'{kind} {sp or 0}' for kind, sp in zip(kinds, sps, strict=False))}"


def _struck(view: CampaignView, line: Line) -> Rsu:
    """The RSU after the losses of a line."""
    found = HEAD.fullmatch(line.text)
    if found is None:
        raise Refused("bad_line", "needs NAME: KIND SP, KIND SP")
    rsu = rsu_named(view, found["who"].strip('"'))
    lost: dict[str, int] = {}
    for part in re.split(r"\s*[,/]\s*|\s{2,}", found["rest"].casefold().strip()):
        loss = LOSS.fullmatch(part)
        kind = (loss["kind"] or loss["kind_last"]) if loss else ""
        if loss is None or kind not in konrad.BOOK.kinds or kind in lost:
            kinds = ", ".join(konrad.BOOK.kinds)
            raise Refused(
                "bad_line", f"needs kinds of platoons with their SP, {kinds}, each once; not {part[:30]}"
            )
        lost[kind] = int(loss["sp"] or loss["sp_first"])
    for kind, sp in lost.items():
        if sp > rsu.of(kind).now:
            raise Refused("below_zero", f"has {rsu.of(kind).now} SP {kind} and cannot lose {sp}")
    strength = tuple(replace(part, now=part.now - lost.get(part.kind, 0)) for part in rsu.strength)
    return replace(rsu, strength=strength)


def _battle(report: Report, sector: str, attackers: Sequence[Dsu], defenders: Sequence[Dsu]) -> Battle:
    ends = {Scenario.WON: Scenario.LOST, Scenario.LOST: Scenario.WON}
    with_armour = (
        report.armour in (Armour.ATTACKERS, Armour.BOTH),
        report.armour in (Armour.DEFENDERS, Armour.BOTH),
    )
    return Battle(
        sector,
        report.night,
        tuple(Combatant(dsu.id, report.result, with_armour[0]) for dsu in attackers),
        tuple(Combatant(dsu.id, ends.get(report.result, report.result), with_armour[1]) for dsu in defenders),
    )


def _require_phase(view: CampaignView, phase: Phase) -> None:
    if view.campaign.phase is not phase:
        wrong = f"Day {view.campaign.day} is in {view.campaign.phase}; this is done in {phase}."
        raise Refused(f"not_{phase}_phase", wrong, konrad.BOOK.cites.day)


def _require_sides(
    view: CampaignView, sector: str, attackers: Sequence[Dsu], defenders: Sequence[Dsu]
) -> None:
    for dsu in (*attackers, *defenders):
        if dsu.sector != sector:
            where = f"{view.called(dsu.id)} stands in {dsu.sector}, not in {sector}."
            raise Refused("not_there", where)
    sides = [{dsu.side for dsu in camp} for camp in (attackers, defenders)]
    if [len(side) for side in sides] != [1, 1] or sides[0] == sides[1]:
        raise Refused("one_sided", "A battle has attackers of one side and defenders of the other.")
    if any(len({dsu.id for dsu in camp}) < len(camp) for camp in (attackers, defenders)):
        raise Refused("twice", "A DSU is named twice; each fights once.")


def _require_night(view: CampaignView, sector: str, attackers: Sequence[Dsu]) -> None:
    planned = {plan.dsu for plan in nights(view) if plan.sector == sector}
    for dsu in attackers:
        if dsu.id not in planned:
            wrong = f"{view.called(dsu.id)} has no night attack on {sector} in its orders that takes place."
            raise Refused("fell_away", wrong, konrad.BOOK.cites.night)
