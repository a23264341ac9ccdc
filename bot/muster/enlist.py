"""Makes a campaign of a muster, and tells what that changes in the one that stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.events.desk import Named
from bot.muster.muster import Division, Muster, Regiment
from bot.muster.rows import BadRows, Fault
from rules import konrad
from rules.konrad.campaign import Campaign, Phase
from rules.konrad.campaign_map import CampaignMap, FriendlyEdges, Held
from rules.konrad.formations import Dsu, Rsu


class Enlisted(Struct, frozen=True):
    """The campaign that a muster gives, every name in it, and what differs from before, in words.

    `begins` where nobody was on the map before.
    """

    campaign: Campaign
    names: tuple[Named, ...]
    changes: tuple[str, ...]
    begins: bool = False


def enlist(muster: Muster, before: Campaign | None, names: Mapping[str, str], pieces: int) -> Enlisted:
    """A piece keeps the id of its name; `pieces` is the highest id given so far.

    Day, phase, settings and what DSUs did today stay. Raises BadRows for a DSU in a hostile sector where
    the campaign is about to start, and for a map without a sector of today's battles and night attacks.
    """
    ids = _Ids(names, pieces)
    known = {dsu.id: dsu for dsu in before.dsus} if before else {}
    dsus = tuple(_dsu(division, ids, known) for division in muster.divisions)
    ground = CampaignMap(
        muster.columns,
        muster.rows,
        tuple(FriendlyEdges(side, edges) for side, edges in muster.edges.items()),
        (),
    )
    ground = replace(ground, held=tuple(Held(sector, muster.owners[sector]) for sector in ground.sectors()))
    if before is None:
        _require_start(muster)
        campaign = Campaign(1, Phase.WEATHER, ground, konrad.BOOK.settings, dsus)
        return Enlisted(campaign, ids.named, (), begins=True)
    _require_sectors_of_today(before, muster)
    campaign = replace(before, ground=ground, dsus=_with_plans(dsus))
    spoken = {**names, **{named.piece: named.name for named in ids.named}}
    return Enlisted(campaign, ids.named, tuple(_changes(before, campaign, spoken)))


def _require_start(muster: Muster) -> None:
    faults = [
        Fault(d.where, "sector", f"needs a sector of {d.side}; {d.sector} is of {muster.owners[d.sector]}")
        for d in muster.divisions
        if muster.owners[d.sector] != d.side
    ]
    if faults:
        raise BadRows(faults)


def _require_sectors_of_today(before: Campaign, muster: Muster) -> None:
    battles = {battle.sector: "a battle" for battle in before.battles}
    attacks = {plan.sector: "a night attack" for plan in before.night_attacks}
    faults = [
        Fault("the file", "", f"lacks a row for the sector {sector}, where {what} of today is entered")
        for sector, what in {**attacks, **battles}.items()
        if sector not in muster.owners
    ]
    if faults:
        raise BadRows(faults)


class _Ids:
    """Dense ids by name: those given before, then the next."""

    def __init__(self, names: Mapping[str, str], pieces: int) -> None:
        self._known = {name.casefold(): piece for piece, name in names.items()}
        self._next = pieces + 1
        self._named: list[Named] = []

    @property
    def named(self) -> tuple[Named, ...]:
        return tuple(self._named)

    def of(self, name: str) -> str:
        piece = self._known.get(name.casefold())
        if piece is None:
            piece, self._next = str(self._next), self._next + 1
        self._named.append(Named(piece, name))
        return piece


def _dsu(division: Division, ids: _Ids, known: Mapping[str, Dsu]) -> Dsu:
    piece = ids.of(division.name)
    rsus = tuple(_rsu(regiment, division.side, ids) for regiment in division.regiments)
    before = known.get(piece)
    if before is None:
        return Dsu(piece, division.side, division.sector, rsus)
    allowed = tuple(a for a in before.gow_allows if any(rsu.id == a.rsu for rsu in rsus))
    return replace(before, side=division.side, sector=division.sector, rsus=rsus, gow_allows=allowed)


def _rsu(regiment: Regiment, side: str, ids: _Ids) -> Rsu:
    return Rsu(
        ids.of(regiment.name),
        side,
        regiment.category,
        regiment.strength,
        regiment.fatigue,
        regiment.state,
        regiment.order,
        regiment.usable,
    )


def _with_plans(dsus: tuple[Dsu, ...]) -> tuple[Dsu, ...]:
    """Consolidations stay where both RSUs are in play and one of them in the DSU that planned them."""
    in_play = {rsu.id for dsu in dsus for rsu in dsu.rsus}

    def plans(dsu: Dsu) -> Dsu:
        own = {rsu.id for rsu in dsu.rsus}
        pairs = [(pair, {pair.first, pair.second}) for pair in dsu.consolidations]
        return replace(
            dsu, consolidations=tuple(pair for pair, both in pairs if both <= in_play and both & own)
        )

    return tuple(plans(dsu) for dsu in dsus)


def _changes(before: Campaign, after: Campaign, names: Mapping[str, str]) -> Iterator[str]:
    owned, owns = before.ground.owners(), after.ground.owners()
    for sector in dict.fromkeys((*owned, *owns)):
        if owned.get(sector) != owns.get(sector):
            yield f"{sector}: {owned.get(sector, 'not on the map')} to {owns.get(sector, 'not on the map')}"
    if before.ground.edges != after.ground.edges:
        yield "the friendly edges change"
    old, new = {d.id: d for d in before.dsus}, {d.id: d for d in after.dsus}
    for piece in dict.fromkeys((*old, *new)):
        yield from _of_dsu(names[piece], old.get(piece), new.get(piece))
    homes, now = _homes(before), _homes(after)
    for piece in dict.fromkeys((*homes, *now)):
        yield from _of_rsu(names[piece], homes.get(piece), now.get(piece), names)


def _homes(campaign: Campaign) -> dict[str, tuple[Dsu, Rsu]]:
    return {rsu.id: (dsu, rsu) for dsu in campaign.dsus for rsu in dsu.rsus}


def _of_dsu(name: str, old: Dsu | None, new: Dsu | None) -> Iterator[str]:
    if old is None and new is not None:
        yield f"{name}: comes into {new.sector} for {new.side}"
    elif new is None:
        yield f"{name}: goes"
    elif old is not None:
        if old.side != new.side:
            yield f"{name}: side {old.side} to {new.side}"
        if old.sector != new.sector:
            yield f"{name}: {old.sector} to {new.sector}"


def _of_rsu(
    name: str, old: tuple[Dsu, Rsu] | None, new: tuple[Dsu, Rsu] | None, names: Mapping[str, str]
) -> Iterator[str]:
    if new is None:
        yield f"{name}: goes"
        return
    home, rsu = new
    if old is None:
        yield f"{name}: comes to {names[home.id]} with {rsu.now}/{rsu.full} SP"
        return
    left, was = old
    if left.id != home.id:
        yield f"{name}: {names[left.id]} to {names[home.id]}"
    for before, after in zip(was.strength, rsu.strength, strict=True):
        if before != after:
            yield f"{name}: {before.kind} {before.now}/{before.full} to {after.now}/{after.full}"
    pairs = (
        ("category", was.category, rsu.category),
        ("fatigue", was.fatigue, rsu.fatigue),
        ("state", was.state.value, rsu.state.value),
        ("order", was.order.value if was.order else "none", rsu.order.value if rsu.order else "none"),
        ("usable", "yes" if was.usable else "no", "yes" if rsu.usable else "no"),
    )
    for what, earlier, later in pairs:
        if earlier != later:
            yield f"{name}: {what} {earlier} to {later}"
