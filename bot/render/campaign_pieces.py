"""A DSU, an RSU with its history, and a sector, as whoever asks sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.events.desk import Office
from bot.operations.seeing import Sight, StandingEntry
from bot.render import desk
from bot.render.konrad import number_line
from bot.render.konrad_entries import strength_line
from bot.render.pages import joined
from bot.words.wording import side_name
from rules import konrad
from rules.konrad.chances import pass_chance
from rules.konrad.events_recovery import RsusConsolidated
from rules.konrad.events_remo import When
from rules.konrad.events_retreat import DsuDestroyed, DsuEliminated
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
    head = f"**{view.called(dsu.id)}**, {side_name((dsu.side,))}, in {dsu.sector}"
    people = tuple(_people(seen, dsu))
    lines = (head, *(["Today: " + ", ".join(did)] if did else []), *people)
    return joined((*lines, *(line for rsu in dsu.rsus for line in _rsu(seen, rsu))))


def rsu_pages(seen: Sight, piece: str, entries: Sequence[StandingEntry]) -> tuple[str, ...]:
    """What an RSU is, the number it would check on, and every entry that tells of it, once it is gone too."""
    in_play = {rsu.id: rsu for dsu in seen.view.campaign.dsus for rsu in dsu.rsus}
    if piece not in in_play:
        name = f"**{seen.view.called(piece)}**"
        return joined((name, "out of play", *_history(seen, piece, entries)))
    rsu = in_play[piece]
    dsu = seen.view.home(piece)
    scenario = dsu.scenario_today
    remo = remo_number(konrad.BOOK, rsu, When.RECOVERY if rsu.shattered else When.COMBAT, scenario)
    chance = 100 * pass_chance(konrad.BOOK, remo)
    head = (
        *_rsu(seen, rsu),
        f"{seen.view.called(dsu.id)}, in {dsu.sector}",
        f"REMO: {number_line(remo)}, {chance} %",
    )
    return joined((*head, *_history(seen, piece, entries)))


def sector_pages(seen: Sight, sector: str) -> tuple[str, ...]:
    """Whose it is, who stands in it, what happened there today, and whose the sectors beside it are."""
    campaign = seen.view.campaign
    owners = campaign.ground.owners()
    there = [dsu for dsu in campaign.dsus if dsu.sector == sector]
    fought = [battle for battle in campaign.battles if battle.sector == sector]
    nights = [plan for plan in campaign.night_attacks if plan.sector == sector]
    beside = campaign.ground.neighbours(sector, campaign.settings.adjacency)
    lines = [
        f"**{sector}** of {side_name((owners[sector],))}",
        *(f"{seen.view.called(dsu.id)}, {side_name((dsu.side,))}" for dsu in there),
        *(f"{'Night battle' if battle.night else 'Battle'} today" for battle in fought),
        *(f"{seen.view.called(plan.dsu)} will attack it by night" for plan in nights),
        "Beside it: " + ", ".join(f"{name} {side_name((owners[name],))}" for name in beside),
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


def _history(seen: Sight, piece: str, entries: Sequence[StandingEntry]) -> Iterator[str]:
    spoken = seen.spoken
    name = spoken.get(piece, piece)
    for entry in entries:
        told = [block.lines for block in desk.blocks(entry.events, spoken) if block.heading == name]
        for lines in (*told, *_end(piece, entry, spoken)):
            yield f"#{entry.seq} {entry.at[:10]}: {'; '.join(lines)}"


def _end(piece: str, entry: StandingEntry, spoken: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """What took an RSU out of play and is told of another piece."""
    for event in entry.events:
        match event:
            case RsusConsolidated(disbanded=disbanded) if disbanded == piece:
                yield (f"disbanded, taken in by {spoken.get(event.survivor, event.survivor)} ({event.cite})",)
            case DsuDestroyed() | DsuEliminated() if piece in event.rsus:
                how = "destroyed" if isinstance(event, DsuDestroyed) else "eliminated"
                dsu = spoken.get(event.dsu, event.dsu)
                yield (f"gone with {dsu}, which was {how} in {event.sector} ({event.cite})",)
            case _:
                continue
