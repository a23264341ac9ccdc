"""A campaign in a channel: opening one, and its REMO batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot import names
from bot.boards.campaign import PIECE, campaign_of
from bot.dice import commitment
from bot.events import CampaignOpened, EpochOpened, Named, RulingCalled, Standing
from bot.ledger import Kind
from bot.operations.opening import FIRST_EPOCH, require_channel
from bot.operations.ruling import Case, question, require_cuts, require_free
from bot.referee import Draft, Operation, Sitting
from rules import konrad
from rules.answers import Asked, Asks, Question
from rules.dice import RecordedDice
from rules.json import Json, Object
from rules.konrad.campaign import Campaign
from rules.konrad.events_desk import CampaignSetUp
from rules.konrad.formations import Dsu, Pair, Rsu, Scenario
from rules.konrad.sample import load_sample
from rules.konrad.write_campaign import write_table
from rules.refusal import Refused

COMBAT_CHECKS = "konrad.combat_checks"
CHECK_LIST = "konrad.check_list"
SHEET = "sheet"
ROLL, WITHDRAW = "roll", "withdraw"


@dataclass(frozen=True, slots=True)
class CampaignView:
    """A campaign as it stands, with the names of its DSUs and RSUs."""

    campaign: Campaign
    names: Mapping[str, str]


def open_sample(*, solo: bool) -> Operation:
    """The sample campaign (its strengths are invented); who opens it is its game master."""

    def operation(sitting: Sitting) -> Draft:
        require_channel(sitting)
        sample = load_sample(konrad.BOOK)
        ids = _dense(sample.campaign)
        campaign = _renamed(sample.campaign, ids)
        seed = sitting.seed()
        caller = sitting.caller
        opened = CampaignOpened(
            str(caller.guild),
            str(caller.channel),
            sample.label,
            sample.invented,
            solo,
            tuple(side.id for side in konrad.BOOK.sides),
            (sitting.actor,),
            tuple(Named(ids[old], name) for old, name in sample.names.items()),
        )
        epoch = EpochOpened(FIRST_EPOCH, commitment(sitting.tx.next_game(), FIRST_EPOCH, seed))
        return Draft(Kind.OPENED, (opened, CampaignSetUp(campaign, ""), epoch), seed=seed)

    return operation


def check_sheet(wanted: Sequence[str], scenario: Scenario | None) -> Operation:
    """The sheet of a batch on the RSUs named: every number and its chance, before one button rolls it all.

    `scenario` is the end of the battle for all of them, or None to take what was entered for their DSUs.
    Raises Refused `not_gow`, `no_unit`, `which_unit`, `twice`, or what the rules refuse.
    """

    def operation(sitting: Sitting) -> Draft:
        sitting.require_gow()
        require_cuts(sitting.game)
        view = campaign_view(sitting)
        rsus = _found(view, wanted)
        ids = tuple(rsu.id for rsu in rsus)
        require_free(sitting, ids)
        given = _batch(view.campaign, ids, scenario)
        listed = konrad.RULINGS[CHECK_LIST](given, RecordedDice({}))
        called = RulingCalled(COMBAT_CHECKS, "REMO", 0, "", _standing(view, ids))
        case = Case(called, given, ids, caller_seat=0)
        asks = Asks(Question(SHEET, "", (ROLL, WITHDRAW), (), Asked.GOW, "p5"), listed.events)
        return question(sitting.game, case, asks)

    return operation


def campaign_view(sitting: Sitting) -> CampaignView:
    """Raises Refused `no_campaign` where the channel's game is none."""
    sitting.require_campaign()
    game = sitting.game
    (row,) = sitting.tx.pieces_of(game.id, (PIECE,))
    return CampaignView(campaign_of(row), {named.piece: named.name for named in game.names})


def regiments(sitting: Sitting) -> list[str]:
    """The names of the RSUs in play; none without a campaign."""
    if sitting.is_free or not sitting.game.is_campaign:
        return []
    view = campaign_view(sitting)
    return [view.names.get(rsu.id, rsu.id) for dsu in view.campaign.dsus for rsu in dsu.rsus]


def found(view: CampaignView, wanted: str) -> Dsu:
    """The DSU of that name. Raises Refused `no_unit` or `which_unit`."""
    fits = _fitting({dsu.id: view.names.get(dsu.id, dsu.id) for dsu in view.campaign.dsus}, wanted)
    return view.campaign.dsu(fits)


def _found(view: CampaignView, wanted: Sequence[str]) -> list[Rsu]:
    rsus = {rsu.id: rsu for dsu in view.campaign.dsus for rsu in dsu.rsus}
    called = {id_: view.names.get(id_, id_) for id_ in rsus}
    ids = [_fitting(called, name) for name in wanted]
    if not ids:
        raise Refused("no_unit", "Name the RSUs to check, with commas between.")
    if len(set(ids)) < len(ids):
        raise Refused("twice", "An RSU is named twice; each is checked once.")
    return [rsus[id_] for id_ in ids]


def _fitting(called: Mapping[str, str], wanted: str) -> str:
    """The id of the one name that is meant: the whole name, its beginning, or a part of it."""
    folded = names.kept(wanted).casefold()
    exact = [id_ for id_, name in called.items() if name.casefold() == folded]
    begun = [id_ for id_, name in called.items() if name.casefold().startswith(folded)]
    within = [id_ for id_, name in called.items() if folded in name.casefold()]
    fits = exact or begun or within
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused(
            "which_unit", f"{names.spoken(wanted)} may be {', '.join(called[id_] for id_ in fits[:8])}."
        )
    raise Refused("no_unit", f"Nothing in play is called {names.spoken(wanted)}. /rsu show lists everything.")


def _batch(campaign: Campaign, ids: Sequence[str], scenario: Scenario | None) -> Object:
    """The request of the batch: no battle's list of its own, the named RSUs added."""
    dsus = campaign.dsus
    if scenario is not None:
        dsus = tuple(
            replace(dsu, fought=True, scenario=scenario) if any(rsu.id in ids for rsu in dsu.rsus) else dsu
            for dsu in dsus
        )
    no_battle: list[Json] = []
    return {
        **write_table(konrad.BOOK, replace(campaign, dsus=dsus)),
        "battle": no_battle,
        "added": list(ids),
    }


def _standing(view: CampaignView, ids: Sequence[str]) -> tuple[Standing, ...]:
    """The RSUs of a batch and their DSUs, by name."""
    pieces = [
        piece
        for dsu in view.campaign.dsus
        if any(rsu.id in ids for rsu in dsu.rsus)
        for piece in (dsu.id, *(rsu.id for rsu in dsu.rsus))
    ]
    return tuple(Standing(piece, view.names.get(piece, piece)) for piece in pieces)


def _dense(campaign: Campaign) -> dict[str, str]:
    """Dense ids for DSUs and RSUs, in the order of the campaign."""
    pieces = [piece for dsu in campaign.dsus for piece in (dsu.id, *(rsu.id for rsu in dsu.rsus))]
    return {piece: str(number) for number, piece in enumerate(pieces, 1)}


def _renamed(campaign: Campaign, ids: Mapping[str, str]) -> Campaign:
    def dsu(old: Dsu) -> Dsu:
        rsus = tuple(replace(rsu, id=ids[rsu.id]) for rsu in old.rsus)
        pairs = tuple(Pair(ids[pair.first], ids[pair.second]) for pair in old.consolidations)
        return replace(old, id=ids[old.id], rsus=rsus, consolidations=pairs)

    return replace(campaign, dsus=tuple(dsu(old) for old in campaign.dsus))
