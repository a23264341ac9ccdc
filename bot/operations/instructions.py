"""Orders as people write them, one a line, and what each does to the campaign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.operations.speaking import speaking
from bot.operations.view import CampaignView, dsu_named, fitting, rsu_named, sector_named
from bot.words import names
from rules import konrad
from rules.konrad import desk
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Campaign
from rules.konrad.events import Event
from rules.konrad.formations import Dsu, Order, Pair, Rsu
from rules.refusal import Refused

LINES_MOST = 400
ORDERED = re.compile(r"(?P<who>.+?)[\s,:=]+(?P<order>MOB|DEF|RES)", re.IGNORECASE)
CONSOLIDATE = re.compile(
    r"consolidate[\s:]+(?P<first>.+?)\s*(?:\+|,|\bwith\b|\band\b)\s*(?P<second>.+)", re.IGNORECASE
)
NIGHT = re.compile(
    r"night(?:\s+attack)?[\s:]+(?P<who>.+?)[\s,]+(?:on\s+|at\s+)?(?P<sector>[A-Z][0-9]{1,2})", re.IGNORECASE
)
HEADER = re.compile(r"(?:rsu|name)\s*[,;:\t]\s*order", re.IGNORECASE)
RIGHT = (
    "needs NAME MOB, NAME DEF or NAME RES (an RSU, or a DSU for all its RSUs), "
    "consolidate NAME + NAME, or night DSU SECTOR"
)


class OrderFor(Struct, frozen=True):
    """An order for RSUs of one DSU."""

    dsu: str
    rsus: tuple[str, ...]
    order: Order


class Merge(Struct, frozen=True):
    """A consolidation to be noted."""

    dsu: str
    pair: Pair


class Attack(Struct, frozen=True):
    """A night attack to be noted."""

    dsu: str
    sector: str


Instruction = OrderFor | Merge | Attack


class Line(Struct, frozen=True):
    """A line as it was written, by its number from 1."""

    number: int
    text: str

    def wrong(self, why: str) -> str:
        return f"line {self.number}, {names.shown(self.text)}: {why}"


class Carried(Struct, frozen=True):
    """What orders came to: the events, the lines that could not be carried out, the DSUs ordered."""

    events: tuple[Event, ...]
    refused: tuple[str, ...]
    dsus: tuple[str, ...]


def lines_of(text: str) -> tuple[Line, ...]:
    """Orders stand in lines, or with `;` between; a CSV of two columns may begin with its header."""
    parts = [part.strip().strip(",;").strip() for part in re.split(r"[\n;]", text.replace("\r", ""))]
    numbered = [Line(number, part) for number, part in enumerate(parts, 1) if part]
    return tuple(line for line in numbered if not HEADER.fullmatch(line.text))


def carried(view: CampaignView, text: str, commanded: Sequence[Dsu] | None) -> Carried:
    """Every line in order; `commanded` are the DSUs that its author may order, None: all."""
    campaign = view.campaign
    events: list[Event] = []
    refused: list[str] = []
    dsus: dict[str, None] = {}
    for line in lines_of(text):
        try:
            instruction = _read(replace(view, campaign=campaign), line.text)
            if commanded is not None and all(dsu.id != instruction.dsu for dsu in commanded):
                raise Refused("not_yours", f"{view.called(instruction.dsu)} is not yours to order.")
            with speaking(view, everywhere=True):
                done = tuple(_events(campaign, instruction))
        except Refused as wrong:
            refused.append(line.wrong(wrong.message))
            continue
        campaign = rebuild(campaign, done)
        events += done
        dsus[instruction.dsu] = None
    return Carried(tuple(events), tuple(refused), tuple(dsus))


def _read(view: CampaignView, text: str) -> Instruction:
    if found := CONSOLIDATE.fullmatch(text):
        first, second = rsu_named(view, found["first"]), rsu_named(view, found["second"])
        return Merge(view.home(first.id).id, Pair(first.id, second.id))
    if found := NIGHT.fullmatch(text):
        return Attack(dsu_named(view, found["who"]).id, sector_named(view, found["sector"]))
    if found := ORDERED.fullmatch(text):
        return _given(view, found["who"].strip().strip('"'), Order(found["order"].upper()))
    raise Refused("bad_line", RIGHT)


def _given(view: CampaignView, who: str, order: Order) -> OrderFor:
    """An order for the RSU that is meant, or for every RSU of the DSU that is meant."""
    dsus = {dsu.id: dsu for dsu in view.campaign.dsus}
    rsus = {rsu.id: rsu for dsu in dsus.values() for rsu in dsu.rsus}
    meant = fitting({id_: view.called(id_) for id_ in (*dsus, *rsus)}, who)
    if meant in dsus:
        fit = (rsu.id for rsu in dsus[meant].rsus if order is Order.RES or rsu.holds_its_dsu)
        return OrderFor(meant, tuple(fit), order)
    _require_fit(view, rsus[meant], order)
    return OrderFor(view.home(meant).id, (meant,), order)


def _require_fit(view: CampaignView, rsu: Rsu, order: Order) -> None:
    if order is not Order.RES and not rsu.holds_its_dsu:
        why = "is shattered" if rsu.shattered else "cannot be given MOB or DEF"
        cite = konrad.BOOK.cites.must_retreat
        raise Refused("bad_order", f"{view.called(rsu.id)} {why}: only RES can be ordered for it.", cite)


def _events(campaign: Campaign, instruction: Instruction) -> Iterator[Event]:
    match instruction:
        case OrderFor():
            for rsu in instruction.rsus:
                yield from desk.give_order(konrad.BOOK, campaign, rsu, instruction.order)
        case Merge():
            yield from desk.plan_consolidation(konrad.BOOK, campaign, instruction.dsu, instruction.pair)
        case Attack():
            yield from desk.plan_night_attack(konrad.BOOK, campaign, instruction.dsu, instruction.sector)
