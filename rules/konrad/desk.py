"""What the GoW may enter into a campaign: each entry is checked, then gives the events to apply."""

from __future__ import annotations

from collections.abc import Sequence

from rules.given import refuse
from rules.konrad.book import Book
from rules.konrad.campaign import Battle, Campaign, Phase, Topic
from rules.konrad.changes import home_of
from rules.konrad.events import Event
from rules.konrad.events_desk import (
    ArmourCut,
    ArmourRuled,
    BattleReported,
    ConsolidationPlanned,
    DayBegan,
    DsuMoved,
    NightAttackPlanned,
    OrderGiven,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
    SettingsChosen,
)
from rules.konrad.events_retreat import SectorTaken
from rules.konrad.field import Field
from rules.konrad.formations import Dsu, Order, Pair, Rsu
from rules.konrad.plans import plans_that_fall_away, require_pair
from rules.konrad.read_map import known_sector
from rules.konrad.settings import Settings
from rules.refusal import Refused

PHASES = tuple(Phase)


def next_phase(book: Book, campaign: Campaign) -> tuple[Event, ...]:
    """The phase after this one; after Recovery the next day begins.

    At Recovery the consolidations of RSUs that have parted since Orders fall away.
    """
    following = PHASES.index(campaign.phase) + 1
    if following < len(PHASES):
        begun = PhaseBegan(PHASES[following], book.cites.day)
        if begun.phase is not Phase.RECOVERY:
            return (begun,)
        return begun, *plans_that_fall_away(book, campaign.dsus, campaign.settings)
    return DayBegan(campaign.day + 1, book.cites.day), PhaseBegan(PHASES[0], book.cites.day)


def give_order(book: Book, campaign: Campaign, rsu: str, order: Order) -> tuple[Event, ...]:
    """Raises Refused: not_orders_phase, unknown_rsu, bad_order where only RES can be ordered."""
    _require_phase(book, campaign, Phase.ORDERS)
    known = _rsu(campaign, rsu)
    if order is not Order.RES and not known.holds_its_dsu:
        why = "is shattered" if known.shattered else "cannot be given MOB or DEF"
        raise Refused("bad_order", f"{rsu} {why}: only RES can be ordered for it.", book.cites.must_retreat)
    return (OrderGiven(rsu, order, book.cites.day),)


def plan_consolidation(book: Book, campaign: Campaign, dsu: str, pair: Pair) -> tuple[Event, ...]:
    """Raises Refused: not_orders_phase, unknown_dsu, and what `require_pair` refuses."""
    _require_phase(book, campaign, Phase.ORDERS)
    own = _dsu(campaign, dsu)
    homes = {rsu.id: known for known in campaign.dsus for rsu in known.rsus}
    require_pair(own, pair, homes, campaign.settings, "plan")
    for known in campaign.dsus:
        for other in known.consolidations:
            for rsu in (pair.first, pair.second):
                if rsu in (other.first, other.second):
                    raise refuse("rsu_in_two_pairs", "plan", f"{rsu} is in a pair already; an RSU is in one")
    return (ConsolidationPlanned(dsu, pair, book.cites.consolidation),)


def plan_night_attack(book: Book, campaign: Campaign, dsu: str, sector: str) -> tuple[Event, ...]:
    """Raises Refused: not_orders_phase, unknown_dsu, unknown_sector, own_sector, planned_twice."""
    _require_phase(book, campaign, Phase.ORDERS)
    own = _dsu(campaign, dsu)
    known_sector(sector, "plan.sector", campaign.ground)
    if campaign.ground.owners()[sector] == own.side:
        raise Refused(
            "own_sector",
            f"{sector} is of {book.side(own.side).label}: a night attack enters an enemy's.",
            book.cites.night,
        )
    if any(plan.dsu == dsu for plan in campaign.night_attacks):
        raise Refused("planned_twice", f"{dsu} has a night attack in its orders already.", book.cites.night)
    return (NightAttackPlanned(dsu, sector, book.cites.night),)


def move(book: Book, campaign: Campaign, dsu: str, sector: str) -> tuple[Event, ...]:
    """A DSU enters a sector, and takes it where it is an enemy's and no enemy stands in it.

    The one it leaves falls to an enemy in it where no other DSU of its side stays. How far it may go is the
    GoW's to judge. Raises Refused: unknown_dsu, unknown_sector, no_room.
    """
    own = _dsu(campaign, dsu)
    known_sector(sector, "move.sector", campaign.ground)
    there = [known for known in campaign.dsus if known.sector == sector and known.id != dsu]
    friends = [known.id for known in there if known.side == own.side]
    if len(friends) >= book.stacking.limit:
        wrong = f"{sector} holds {', '.join(friends)}; {book.stacking.limit} DSUs of a side have room"
        raise Refused("no_room", f"{wrong}.", book.stacking.cite)
    moved = DsuMoved(dsu, own.sector, sector, book.cites.day)
    left = Field(book, campaign.settings, campaign.ground, campaign.dsus, ()).move(own, sector)
    hostile = campaign.ground.owners()[sector] != own.side
    if hostile and len(there) == len(friends):
        return moved, *left, SectorTaken(sector, own.side, (*friends, dsu), book.cites.capture)
    return moved, *left


def report_battle(book: Book, campaign: Campaign, battle: Battle) -> tuple[Event, ...]:
    """Raises Refused: unknown_sector, unknown_dsu, one_battle where the sector saw one today, one_sided,
    owner_defends where the attackers own the sector.
    """
    known_sector(battle.sector, "battle.sector", campaign.ground)
    if any(fought.sector == battle.sector for fought in campaign.battles):
        raise Refused("one_battle", f"{battle.sector} saw a battle today; one a day.", book.cites.night)
    sides = [{_dsu(campaign, dsu.dsu).side for dsu in camp} for camp in (battle.attackers, battle.defenders)]
    if [len(side) for side in sides] != [1, 1] or sides[0] == sides[1]:
        raise refuse("one_sided", "battle", "needs attackers of one side and defenders of the other")
    owner = campaign.ground.owners()[battle.sector]
    if owner in sides[0]:
        wrong = f"{battle.sector} is of {book.side(owner).label}: the side that owns a sector defends it."
        raise Refused("owner_defends", wrong, book.cites.night)
    return (BattleReported(battle, book.cites.day),)


def enter_rsu(book: Book, campaign: Campaign, rsu: Rsu, author: str, reason: str) -> tuple[Event, ...]:
    """Losses, fatigue or a correction; raises Refused: unknown_rsu, other_side, no_reason."""
    known = _rsu(campaign, rsu.id)
    if known.side != rsu.side:
        raise refuse("other_side", f"{rsu.id}.side", f"needs {known.side}, not {rsu.side}")
    _require_reason(author, reason)
    return (RsuEntered(rsu, author, reason, book.cites.day, known),)


def enter_sector(
    book: Book, campaign: Campaign, sector: str, side: str, author: str, reason: str
) -> tuple[Event, ...]:
    """The owner of a sector, corrected; raises Refused: unknown_sector, unknown_side, no_reason."""
    known_sector(sector, "entry.sector", campaign.ground)
    sides = [known.id for known in book.sides]
    if side not in sides:
        raise refuse("unknown_side", "entry.side", f"needs one of {', '.join(sides)}, not {side}")
    _require_reason(author, reason)
    return (SectorEntered(sector, side, author, reason, book.cites.capture),)


def rule_armour(
    book: Book, campaign: Campaign, dsu: str, refused: bool, author: str, reason: str
) -> tuple[Event, ...]:
    """Whether the GoW refuse a DSU its armour replacements; raises Refused: unknown_dsu, no_reason."""
    _dsu(campaign, dsu)
    _require_reason(author, reason)
    return (ArmourRuled(dsu, refused, author, reason, book.armour.cite),)


def cut_armour(
    book: Book, campaign: Campaign, rsu: str, sp: int, author: str, reason: str
) -> tuple[Event, ...]:
    """The most armour replacements that the GoW let an RSU have; raises Refused: unknown_rsu, no_reason."""
    _rsu(campaign, rsu)
    _require_reason(author, reason)
    return (ArmourCut(home_of(campaign, rsu).id, rsu, sp, author, reason, book.armour.cite),)


def choose_settings(book: Book, settings: Settings, author: str, reason: str) -> tuple[Event, ...]:
    """The readings of the campaign from here on; raises Refused no_reason."""
    _require_reason(author, reason)
    return (SettingsChosen(settings, author, reason, book.cites.day),)


def record(book: Book, topic: Topic, of: str, text: str, author: str, reason: str) -> tuple[Event, ...]:
    """What the referee does not compute; raises Refused no_reason."""
    _require_reason(author, reason)
    return (Recorded(topic, of, text, author, reason, book.cites.day),)


def attacked_today(campaign: Campaign) -> Sequence[str]:
    """The DSUs that were attacked in a battle of today."""
    return tuple(dsu.dsu for battle in campaign.battles for dsu in battle.defenders)


def _require_phase(book: Book, campaign: Campaign, phase: Phase) -> None:
    if campaign.phase is not phase:
        wrong = f"Day {campaign.day} is in {campaign.phase}; this is done in {phase}."
        raise Refused(f"not_{phase}_phase", wrong, book.cites.day)


def _require_reason(author: str, reason: str) -> None:
    if not author.strip() or not reason.strip():
        raise refuse("no_reason", "entry", "needs an author and a reason")


def _dsu(campaign: Campaign, dsu: str) -> Dsu:
    for known in campaign.dsus:
        if known.id == dsu:
            return known
    in_play = ", ".join(known.id for known in campaign.dsus)
    raise refuse("unknown_dsu", dsu, f"is no DSU in play; there are {in_play}")


def _rsu(campaign: Campaign, rsu: str) -> Rsu:
    try:
        home = home_of(campaign, rsu)
    except KeyError:
        raise refuse("unknown_rsu", rsu, "is no RSU in play") from None
    return next(known for known in home.rsus if known.id == rsu)
