"""What happens at the desk of a campaign's game masters, as plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import assert_never, get_args

from bot.events.codecs import of_konrad
from bot.events.desk import (
    Appointed,
    CampaignImported,
    DeskEntered,
    DeskEvent,
    Dismissed,
    GowRoleNamed,
    Office,
    OrdersSealed,
    RetreatCalled,
    SealOpened,
    SealStruck,
    SheetDrawn,
    SheetRolled,
    Waived,
)
from bot.events.table import RulingCalled
from bot.render import konrad, orders, retreats
from bot.render.block import Block, People
from bot.render.konrad_entries import Names
from bot.words import names
from rules.event import Event
from rules.json import Json
from rules.konrad.events_desk import (
    ArmourCut,
    ArmourRuled,
    DayBegan,
    OrderGiven,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
    SettingsChosen,
)
from rules.konrad.rulings import RETREAT

OF_DESK: tuple[type[DeskEvent], ...] = get_args(DeskEvent)
AUTHORED = (
    ArmourCut,
    ArmourRuled,
    CampaignImported,
    Recorded,
    RetreatCalled,
    RsuEntered,
    SealStruck,
    SectorEntered,
    SettingsChosen,
    Waived,
)


def entered(events: Sequence[Event], people: People) -> tuple[str, tuple[Block, ...]]:
    """The line and the blocks of an entry of the desk."""
    head = next(event for event in events if isinstance(event, DeskEntered))
    called = {named.piece: names.spoken(named.name) for named in head.pieces}
    people_told = pseudonyms(events, people)
    # A long line is cut, and half a mention would be no name: it tells no author.
    authors = {event.author: "the GoW" for event in events if isinstance(event, AUTHORED)}
    line = f"{head.title}: {summary(events, {**called, **people_told, **authors})}"
    return line.removesuffix(": "), tuple(_with_orders(events, {**called, **people_told}))


def ruled(
    called: RulingCalled, given: Json, events: Sequence[Event], spoken: Names, people: People
) -> tuple[str, tuple[Block, ...]]:
    """The line and the blocks of a ruling of the campaign on the request `given`."""
    told = {**spoken, **pseudonyms(events, people)}
    line = f"{called.title}: {konrad.summary(of_konrad(events), spoken)}"
    ways = retreats.ranked(given, events, told) if called.rule == RETREAT else ()
    return line, (*blocks(events, told), *ways)


def pseudonyms(events: Iterable[Event], people: People) -> Mapping[str, str]:
    """The people in events of a campaign, as a post speaks of them."""
    told = (getattr(event, field, "") for event in events for field in ("author", "holder", "sender"))
    return {pseudonym: people(pseudonym) for pseudonym in told if pseudonym}


def blocks(events: Iterable[Event], spoken: Names) -> Iterator[Block]:
    """One block for each run of events under one heading, in their order."""
    for heading, run in groupby(_each(events, spoken), lambda block: block.heading):
        yield Block(heading, tuple(line for block in run for line in block.lines))


def _with_orders(events: Sequence[Event], spoken: Names) -> Iterator[Block]:
    """As `blocks`, but after each seal its orders together, each with everybody that has it."""
    opens = [at for at, event in enumerate(events) if isinstance(event, SealOpened)]
    for begins, ends in pairwise((0, *opens, len(events))):
        run = events[begins:ends]
        seals = [event for event in run if isinstance(event, SealOpened)]
        given = [event for event in run if isinstance(event, OrderGiven)]
        rest = [event for event in run if not isinstance(event, SealOpened | OrderGiven)]
        yield from (*blocks(seals, spoken), *orders.block(given, spoken), *blocks(rest, spoken))


def _each(events: Iterable[Event], spoken: Names) -> Iterator[Block]:
    for of_desk, run in groupby(events, lambda event: isinstance(event, OF_DESK)):
        if not of_desk:
            yield from konrad.blocks(of_konrad(run), spoken)
            continue
        for event in run:
            if isinstance(event, OF_DESK):
                yield from _of_desk(event, spoken)


def summary(events: Iterable[Event], spoken: Names) -> str:
    """What an entry says, in one line."""
    listed = [event for event in events if not isinstance(event, PhaseBegan | DayBegan)]
    said = [
        _in_short(event) or f"{block.heading}: {block.lines[0]}"
        for event in listed
        if isinstance(event, OF_DESK) and not isinstance(event, SheetDrawn)
        for block in _of_desk(event, spoken)
    ]
    given = [event for event in listed if isinstance(event, OrderGiven)]
    if len(given) > 1:
        said.append(f"ordered {orders.in_short(given)}")
        listed = [event for event in listed if not isinstance(event, OrderGiven)]
    ruled = of_konrad(listed)
    return "; ".join((*said, *([konrad.summary(ruled, spoken)] if ruled else ())))


def _in_short(event: DeskEvent) -> str:
    """What a line tells of events of which an entry may hold many; "" where it tells their first line."""
    match event:
        case SealOpened():
            return f"#{event.seal} is opened"
        case Waived():
            return names.plain(event.told)
        case _:
            return ""


def _of_desk(event: DeskEvent, spoken: Names) -> Iterator[Block]:
    def called(piece: str) -> str:
        return spoken.get(piece, piece)

    match event:
        case DeskEntered() | SheetRolled():
            return
        case Appointed():
            yield Block(called(event.holder), (f"is {_office(event.office, called(event.of))}",))
        case Dismissed():
            yield Block(
                called(event.holder), (f"leaves office as {_office(event.office, called(event.of))}",)
            )
        case GowRoleNamed():
            yield Block("GoW", (f"everyone with the role <@&{event.role}>" if event.role else "by no role",))
        case CampaignImported():
            why = f", by {called(event.author)}" + (f": {names.spoken(event.reason)}" if event.reason else "")
            yield Block(names.spoken(event.file), (f"imported{why}", *map(names.plain, event.changes)))
        case OrdersSealed():
            dsus = ", ".join(map(called, event.dsus))
            yield Block(called(event.sender), (f"seals orders for {dsus}", f"digest `{event.digest}`"))
        case SealOpened():
            told = [names.plain(line) for line in event.text.split("\n")]
            refused = [f"not carried out: {names.plain(line)}" for line in event.refused]
            yield Block(
                f"#{event.seal} of {called(event.sender)} is opened",
                (*told, *refused, f"nonce `{event.nonce}`"),
            )
        case SealStruck():
            why = f"(by {called(event.author)}: {names.plain(event.reason)})"
            yield Block(f"#{event.seal}", (f"the seal is struck and stays unopened {why}",))
        case Waived():
            why = f"waived by {called(event.author)}: {names.plain(event.reason)}"
            yield Block(f"The day goes on without, {why}", (names.plain(event.told),))
        case SheetDrawn():
            yield from _sheet(event, spoken)
        case RetreatCalled():
            why = f"(by {called(event.author)}: {names.plain(event.reason)})"
            yield Block(called(event.dsu), (f"the GoW order its retreat {why}",))
        case _:
            assert_never(event)


def _sheet(event: SheetDrawn, spoken: Names) -> Iterator[Block]:
    def all_called(rsus: Iterable[str]) -> str:
        return ", ".join(spoken.get(rsu, rsu) for rsu in rsus)

    dsus: dict[str, list[str]] = {}
    for key in event.covered:
        dsu, at, sector = key.partition("@")
        if at:
            why = f"after the battle at {sector}" if sector else "after its move"
            dsus.setdefault(why, []).append(dsu)
    if dsus:
        yield Block("Who checks", tuple(f"{why}: {all_called(who)}" for why, who in dsus.items()))
    if event.reason:
        by_hand = [
            f"{what}: {all_called(rsus)}"
            for what, rsus in (("added", event.added), ("struck", event.struck))
            if rsus
        ]
        author = spoken.get(event.author, event.author)
        yield Block(f"By {author}: {names.plain(event.reason)}", tuple(by_hand))
    if event.left_out:
        rsus: dict[str, list[str]] = {}
        for left in event.left_out:
            rsus.setdefault(left.why, []).append(left.rsu)
        yield Block("Left out", tuple(f"{why}: {all_called(of)}" for why, of in rsus.items()))


def _office(office: Office, of: str) -> str:
    return "GoW" if office is Office.GOW else f"{office.value} of {of}"
