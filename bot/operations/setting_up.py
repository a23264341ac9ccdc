"""Setting a campaign up: a muster imported, the readings chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.events.desk import CampaignImported, DeskEntered
from bot.ledger.entry import Kind
from bot.muster.enlist import Enlisted, enlist
from bot.muster.muster import Muster
from bot.operations.desk_entry import desk_entry
from bot.operations.view import campaign_view, gow_view, is_set_up, require_quiet
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules import konrad
from rules.given import Given
from rules.konrad import desk
from rules.konrad.desk import PHASES
from rules.konrad.events_desk import CampaignSetUp
from rules.konrad.read_settings import read_settings
from rules.konrad.settings import Settings
from rules.refusal import Refused


def import_muster(muster: Muster, file: str, reason: str) -> Operation:
    """Everyone on the map as the file lists them, all or nothing.

    Raises BadRows, and Refused `not_gow`, `question_open`, `nothing_new` where the file says what stands,
    `no_reason` for a campaign that has begun.
    """

    def operation(sitting: Sitting) -> Draft:
        sitting.require_gow()
        require_quiet(sitting)
        enlisted = enlisted_of(muster)(sitting)
        if is_set_up(sitting):
            view = campaign_view(sitting)
            if not enlisted.changes:
                raise Refused("nothing_new", "The file says what stands already; nothing is changed.")
            begun = (view.campaign.day, view.campaign.phase) != (1, PHASES[0])
            if begun and not reason.strip():
                raise Refused("no_reason", "The campaign has begun: say in reason: why it is changed.")
        imported = CampaignImported(
            names.kept(file, "name of the file"),
            enlisted.names,
            enlisted.changes,
            sitting.actor,
            reason.strip(),
        )
        set_up = CampaignSetUp(enlisted.campaign, konrad.BOOK.cites.day)
        return Draft(Kind.DESK, (DeskEntered("Muster", enlisted.names), imported, set_up))

    return operation


def enlisted_of(muster: Muster) -> Callable[[Sitting], Enlisted]:
    """What the file would make of the channel's campaign; raises BadRows, Refused `no_campaign`."""

    def view(sitting: Sitting) -> Enlisted:
        sitting.require_campaign()
        game = sitting.game
        called = {named.piece: named.name for named in game.names}
        before = campaign_view(sitting).campaign if is_set_up(sitting) else None
        return enlist(muster, before, called, game.pieces)

    return view


def choose_settings(chosen: Mapping[str, str], reason: str) -> Operation:
    """Readings by name; those not named stay. Raises Refused `not_gow`, `no_reason`, `bad_value`."""

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        settings = read_settings(Given({"settings": dict(chosen)}, "campaign"), view.campaign.settings)
        if settings == view.campaign.settings:
            raise Refused("nothing_new", "The campaign has these readings already; nothing is changed.")
        chosen_ = desk.choose_settings(konrad.BOOK, settings, sitting.actor, reason)
        return desk_entry(view, "Readings", chosen_)

    return operation


def settings_of(sitting: Sitting) -> Settings:
    return campaign_view(sitting).campaign.settings
