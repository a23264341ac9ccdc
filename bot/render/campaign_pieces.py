"""A DSU, an RSU with its history, and a sector, as whoever asks sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.events_desk import Office
from bot.operations.seeing import Sight, Told
from bot.render import desk
from bot.render.konrad import number_line
from bot.render.konrad_entries import strength_line
from bot.render.pages import joined
from rules import konrad
from rules.konrad.chances import pass_chance
from rules.konrad.events_remo import When
from rules.konrad.formations import Dsu, Rsu
from rules.konrad.isolation import isolated
from rules.konrad.remo import percent, remo_number


def dsu_pages(seen: Sight, dsu: Dsu) -> tuple[str, ...]:
    """Where it stands, what it did today, who commands it, and its RSUs."""
    view = seen.view
    cut_off = isolated(view.campaign.ground, view.campaign.dsus, view.campaign.settings.adjacency)
    did = [
        word
        for word, holds in (
            ("moved", dsu.moved),
            (f"fought ({dsu.scenario})", dsu.fought),
            ("captured a sector", dsu.captured),
            ("forced to retreat", dsu.forced_retreat),
            ("isolated", dsu.id in cut_off),
            ("must retreat", any(item.dsu == dsu.id for item in view.desk.waiting)),
        )
        if holds
    ]
    head = f"**{view.called(dsu.id)}**, {dsu.side}, in {dsu.sector}"
    people = tuple(_people(seen, dsu))
    lines = (head, *(["Today: " + ", ".join(did)] if did else []), *people)
    return joined((*lines, *(line for rsu in dsu.rsus for line in _rsu(seen, rsu))))


def rsu_pages(seen: Sight, rsu: Rsu, entries: Sequence[Told]) -> tuple[str, ...]:
    """What it is, the number it would check on, and every entry that tells of it."""
    dsu = seen.view.home(rsu.id)
    scenario = dsu.scenario_today
    remo = remo_number(konrad.BOOK, rsu, When.RECOVERY if rsu.shattered else When.COMBAT, scenario)
    chance = 100 * pass_chance(konrad.BOOK, remo)
    head = (
        *_rsu(seen, rsu),
        f"{seen.view.called(dsu.id)}, in {dsu.sector}",
        f"REMO: {number_line(remo)}, {chance} %",
    )
    return joined((*head, *_history(seen, rsu, entries)))


def sector_pages(seen: Sight, sector: str) -> tuple[str, ...]:
    """Whose it is, who stands in it, what happened there today, and whose the sectors beside it are."""
    campaign = seen.view.campaign
    owners = campaign.ground.owners()
    there = [dsu for dsu in campaign.dsus if dsu.sector == sector]
    fought = [battle for battle in campaign.battles if battle.sector == sector]
    nights = [plan for plan in campaign.night_attacks if plan.sector == sector]
    beside = campaign.ground.neighbours(sector, campaign.settings.adjacency)
    lines = [
        f"**{sector}** of {owners[sector]}",
        *(f"{seen.view.called(dsu.id)}, {dsu.side}" for dsu in there),
        *(f"{'Night battle' if battle.night else 'Battle'} today" for battle in fought),
        *(f"{seen.view.called(plan.dsu)} will attack it by night" for plan in nights),
        "Beside it: " + ", ".join(f"{name} {owners[name]}" for name in beside),
    ]
    return ("\n".join(lines),)


def _people(seen: Sight, dsu: Dsu) -> Iterator[str]:
    for office in (Office.COMMANDER, Office.DEPUTY):
        held = [seen.person(o.holder) for o in seen.game.offices if o.office is office and o.of == dsu.id]
        if held:
            yield f"{office.value.capitalize()}: {', '.join(held)}"


def _rsu(seen: Sight, rsu: Rsu) -> tuple[str, str, str]:
    order = rsu.order.value if rsu.order else "no order: on the battle map"
    state = rsu.state.value.replace("_", " ")
    usable = "" if rsu.usable else ", neither MOB nor DEF"
    category = konrad.BOOK.category(rsu.category).label
    return (
        f"**{seen.view.called(rsu.id)}**",
        f"{strength_line(rsu.strength)}, {percent(rsu.now, rsu.full)} %",
        f"{category}, fatigue {rsu.fatigue}, {state}, {order}{usable}",
    )


def _history(seen: Sight, rsu: Rsu, entries: Sequence[Told]) -> Iterator[str]:
    spoken = seen.spoken
    name = spoken.get(rsu.id, rsu.id)
    for entry in entries:
        for block in desk.blocks(entry.events, spoken):
            if block.heading == name:
                yield f"#{entry.seq} {entry.at[:10]}: {'; '.join(block.lines)}"
