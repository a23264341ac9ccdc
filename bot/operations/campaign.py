"""Opening a campaign in a channel."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.events.desk import Named
from bot.events.epochs import Epochs
from bot.events.table import CampaignOpened, EpochOpened
from bot.ledger.dice import commitment
from bot.ledger.entry import Kind
from bot.operations.opening import FIRST_EPOCH, require_channel
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules import konrad
from rules.konrad.campaign import Campaign
from rules.konrad.events_desk import CampaignSetUp
from rules.konrad.formations import Dsu, Pair
from rules.konrad.sample import load_sample


def open_sample(*, solo: bool, epochs: Epochs = Epochs.GAME) -> Operation:
    """The sample campaign (its strengths are invented); who opens it is its game master."""

    def operation(sitting: Sitting) -> Draft:
        require_channel(sitting)
        sample = load_sample(konrad.BOOK)
        ids = _dense(sample.campaign)
        campaign = _renamed(sample.campaign, ids)
        seed = sitting.seed()
        opened = _opened(sitting, sample.label, sample.invented, solo, epochs)
        called = tuple(Named(ids[old], name) for old, name in sample.names.items())
        epoch = EpochOpened(FIRST_EPOCH, commitment(sitting.tx.next_game(), FIRST_EPOCH, seed))
        events = (replace(opened, names=called), CampaignSetUp(campaign, ""), epoch)
        return Draft(Kind.OPENED, events, seed=seed)

    return operation


def new_campaign(label: str, *, solo: bool, epochs: Epochs = Epochs.GAME) -> Operation:
    """A campaign with nobody on its map yet; who opens it is its game master."""

    def operation(sitting: Sitting) -> Draft:
        require_channel(sitting)
        seed = sitting.seed()
        opened = _opened(sitting, names.kept(label), False, solo, epochs)
        epoch = EpochOpened(FIRST_EPOCH, commitment(sitting.tx.next_game(), FIRST_EPOCH, seed))
        return Draft(Kind.OPENED, (opened, epoch), seed=seed)

    return operation


def _opened(sitting: Sitting, label: str, invented: bool, solo: bool, epochs: Epochs) -> CampaignOpened:
    caller = sitting.caller
    sides = tuple(side.id for side in konrad.BOOK.sides)
    return CampaignOpened(
        str(caller.guild),
        str(caller.channel),
        label,
        invented,
        solo,
        sides,
        (sitting.actor,),
        (),
        epochs=epochs,
    )


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
