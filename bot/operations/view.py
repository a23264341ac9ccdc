"""A campaign as whoever asks sees it: everyone on the map, their names, and what of the day is owed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.boards.campaign import PIECE, campaign_of
from bot.boards.desk import PIECE as DESK
from bot.boards.desk import Desk, desk_of
from bot.play.game import Game, Seat
from bot.play.sitting import Sitting
from bot.store.transaction import Transaction
from bot.words import names
from rules.konrad.campaign import Campaign
from rules.konrad.formations import Dsu, Rsu
from rules.refusal import Refused

NOT_SET_UP = (
    "Nothing stands on the map yet. /campaign template gives a file to fill, /campaign import takes it."
)


class CampaignView(Struct, frozen=True):
    """A campaign as it stands, with the names of its DSUs and RSUs, gone ones too.

    `uncut` are the sides that have not cut the dice of the open epoch.
    """

    campaign: Campaign
    names: Mapping[str, str]
    desk: Desk
    uncut: tuple[Seat, ...] = ()

    def called(self, piece: str) -> str:
        """The name of a DSU or RSU as posts show it."""
        return names.spoken(self.names.get(piece, piece))

    def home(self, rsu: str) -> Dsu:
        return next(dsu for dsu in self.campaign.dsus if any(own.id == rsu for own in dsu.rsus))


def campaign_view(sitting: Sitting) -> CampaignView:
    """Raises Refused `no_campaign` where the channel's game is none, `not_set_up` before its import."""
    sitting.require_campaign()
    return view_of(sitting.tx, sitting.game)


def view_of(tx: Transaction, game: Game) -> CampaignView:
    """The campaign of a game that is one. Raises Refused `not_set_up` before its import."""
    rows = tx.pieces_of(game.id, (PIECE, DESK))
    row = next((row for row in rows if row.id == PIECE), None)
    if row is None:
        raise Refused("not_set_up", NOT_SET_UP)
    called = {named.piece: named.name for named in game.names}
    uncut = tuple(seat for seat in game.seats if not seat.cut)
    return CampaignView(campaign_of(row), called, desk_of(rows), uncut)


def gow_view(sitting: Sitting) -> CampaignView:
    """The campaign for an entry of the GoW. Raises Refused `not_gow`, `question_open` too."""
    sitting.require_gow()
    view = campaign_view(sitting)
    require_quiet(sitting)
    return view


def require_quiet(sitting: Sitting) -> None:
    """Raise Refused `question_open` while a sheet or a choice waits: its numbers must not change."""
    waiting = [f"#{link.entry.seq}" for link in sitting.tx.open_questions(sitting.game.id)]
    if waiting:
        raise Refused("question_open", f"{', '.join(waiting)} waits for its answer; give it first.")


def is_set_up(sitting: Sitting) -> bool:
    """Whether the channel has a campaign with everyone on its map."""
    return not sitting.is_free and stands(sitting.tx, sitting.game)


def stands(tx: Transaction, game: Game) -> bool:
    """Whether a game is a campaign with everyone on its map."""
    return game.is_campaign and bool(tx.pieces_of(game.id, (PIECE,)))


def dsu_named(view: CampaignView, wanted: str) -> Dsu:
    """The DSU of that name. Raises Refused `no_unit` or `which_unit`."""
    return view.campaign.dsu(
        fitting({dsu.id: view.names.get(dsu.id, dsu.id) for dsu in view.campaign.dsus}, wanted)
    )


def rsu_named(view: CampaignView, wanted: str) -> Rsu:
    """The RSU of that name. Raises Refused `no_unit` or `which_unit`."""
    (rsu,) = rsus_named(view, [wanted])
    return rsu


def rsu_ever_named(view: CampaignView, wanted: str) -> str:
    """The id of the RSU of that name, or of one that is out of play. Raises as `rsu_named`."""
    try:
        return rsu_named(view, wanted).id
    except Refused as unknown:
        if unknown.code != "no_unit":
            raise
        gone = {piece: view.names[piece] for piece in out_of_play(view)}
        return fitting(gone, wanted)


def out_of_play(view: CampaignView) -> tuple[str, ...]:
    """DSUs and RSUs that once were, by id."""
    there = {piece for dsu in view.campaign.dsus for piece in (dsu.id, *(rsu.id for rsu in dsu.rsus))}
    return tuple(piece for piece in view.names if piece not in there)


def rsus_named(view: CampaignView, wanted: Sequence[str]) -> list[Rsu]:
    """Raises Refused `no_unit`, `which_unit`, or `twice` where one is named twice."""
    rsus = {rsu.id: rsu for dsu in view.campaign.dsus for rsu in dsu.rsus}
    called = {id_: view.names.get(id_, id_) for id_ in rsus}
    ids = [fitting(called, name) for name in wanted]
    if len(set(ids)) < len(ids):
        raise Refused("twice", "An RSU is named twice; each is checked once.")
    return [rsus[id_] for id_ in ids]


def sector_named(view: CampaignView, wanted: str) -> str:
    """The sector as the map writes it. Raises Refused `unknown_sector`."""
    sector, ground = wanted.strip().upper(), view.campaign.ground
    if not ground.has(sector):
        last = f"{ground.columns[-1]}{ground.rows}"
        raise Refused(
            "unknown_sector",
            f"The map has the sectors {ground.columns[0]}1 to {last}, not {names.spoken(wanted)}.",
        )
    return sector


def fitting(called: Mapping[str, str], wanted: str) -> str:
    """The id of the one name that is meant: its number, the whole name, its beginning, or a part of it."""
    folded = names.kept(wanted).casefold()
    if folded.startswith("#") and folded[1:] in called:
        return folded[1:]
    exact = [id_ for id_, name in called.items() if name.casefold() == folded]
    begun = [id_ for id_, name in called.items() if name.casefold().startswith(folded)]
    within = [id_ for id_, name in called.items() if folded in name.casefold()]
    fits = exact or begun or within
    if len(fits) == 1:
        return fits[0]
    if fits:
        may_be = ", ".join(names.plain(called[id_]) for id_ in fits[:8])
        raise Refused("which_unit", f"{names.spoken(wanted)} may be {may_be}.")
    raise Refused("no_unit", f"Nothing in play is called {names.spoken(wanted)}. /rsu show lists everything.")
