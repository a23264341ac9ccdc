"""Who holds which office of a campaign, and whom an office lets order what."""

from __future__ import annotations

from bot.events.desk import Appointed, DeskEntered, Dismissed, GowRoleNamed, Office
from bot.ledger.entry import Kind
from bot.operations.view import CampaignView, campaign_view, dsu_named
from bot.play.game import OfficeHolder
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules.konrad.formations import Dsu
from rules.refusal import Refused


def appoint_gow(account: int) -> Operation:
    """A further game master, named by one. Raises Refused `not_gow`, `in_office`."""

    def operation(sitting: Sitting) -> Draft:
        sitting.require_gow()
        holder = sitting.pseudonym_of(account)
        if holder in sitting.game.gow:
            raise Refused("in_office", "That person is a GoW already.")
        return _entry(sitting, Appointed(Office.GOW, "", holder))

    return operation


def name_gow_role(role: int) -> Operation:
    """Whoever has this role of the server is a GoW; 0 takes that back. Raises Refused `not_gow`."""

    def operation(sitting: Sitting) -> Draft:
        sitting.require_gow()
        if not role and not sitting.game.gow:
            raise Refused("no_gow", "Then nobody would be a GoW; appoint a person first.")
        return _entry(sitting, GowRoleNamed(str(role) if role else ""))

    return operation


def appoint(office: Office, wanted: str, account: int) -> Operation:
    """A commander of a DSU, or a deputy of a commander or of a side's OAC.

    GoW and the side's OAC appoint both, a commander his own deputy. Raises Refused `not_yours`,
    `in_office`, `no_unit`, `which_unit`.
    """

    def operation(sitting: Sitting) -> Draft:
        of = _appointing(sitting, office, wanted)
        holder = sitting.pseudonym_of(account)
        if OfficeHolder(office, of, holder) in sitting.game.offices:
            raise Refused("in_office", "That person holds this office already.")
        return _entry(sitting, Appointed(office, of, holder))

    return operation


def dismiss(office: Office, wanted: str, account: int) -> Operation:
    """Takes an office from a person; the last GoW stays, unless a role makes others.

    Raises Refused `not_yours`, `not_in_office`, `no_gow`.
    """

    def operation(sitting: Sitting) -> Draft:
        holder = sitting.pseudonym_of(account)
        if office is Office.GOW:
            sitting.require_gow()
            game, of = sitting.game, ""
            held = holder in game.gow
            if held and len(game.gow) == 1 and not game.gow_role:
                raise Refused("no_gow", "Then nobody would be a GoW; appoint another person first.")
        else:
            of = _appointing(sitting, office, wanted)
            held = OfficeHolder(office, of, holder) in sitting.game.offices
        if not held:
            raise Refused("not_in_office", "That person does not hold this office.")
        return _entry(sitting, Dismissed(office, of, holder))

    return operation


def commands(sitting: Sitting, view: CampaignView) -> tuple[Dsu, ...]:
    """The DSUs that the caller may order: all for GoW, those of a side for its OAC, or single ones.

    Raises Refused `not_yours` where there is none.
    """
    if sitting.is_gow:
        return view.campaign.dsus
    sides = _sides(sitting)
    own = {held.of for held in _held(sitting)}
    ordered = tuple(dsu for dsu in view.campaign.dsus if dsu.side in sides or dsu.id in own)
    if not ordered:
        raise Refused(
            "not_yours",
            "Orders are given by a side's OAC, the commanders of DSUs, their deputies and the GoW.",
        )
    return ordered


def _entry(sitting: Sitting, event: Appointed | Dismissed | GowRoleNamed) -> Draft:
    called = tuple(named for named in sitting.game.names if named.piece == getattr(event, "of", ""))
    return Draft(Kind.DESK, (DeskEntered("Offices", called), event))


def _sides(sitting: Sitting) -> set[str]:
    """The sides whose OAC the caller is, or is deputy of."""
    game = sitting.game
    sides = {seat.side.nations[0] for seat in game.seats if seat.holder == sitting.actor != ""}
    known = {seat.side.nations[0] for seat in game.seats}
    return sides | {held.of for held in _held(sitting) if held.of in known}


def _held(sitting: Sitting) -> list[OfficeHolder]:
    return [held for held in sitting.game.offices if held.holder == sitting.actor]


def _appointing(sitting: Sitting, office: Office, wanted: str) -> str:
    """The side or DSU that the office is of, once the caller may fill it."""
    view = campaign_view(sitting)
    sides = {seat.side.nations[0]: seat for seat in sitting.game.seats}
    side = wanted.casefold().strip()
    if office is Office.DEPUTY and side in sides:
        if not sitting.is_gow and sides[side].holder != sitting.actor:
            of = names.plain(sides[side].side.name)
            raise Refused("not_yours", f"A deputy of the OAC is named by the GoW or the OAC of {of}.")
        return side
    dsu = dsu_named(view, wanted)
    commanding = OfficeHolder(Office.COMMANDER, dsu.id, sitting.actor) in sitting.game.offices
    may = sitting.is_gow or dsu.side in _sides(sitting) or (office is Office.DEPUTY and commanding)
    if not may:
        raise Refused("not_yours", f"{view.called(dsu.id)} gets its people from the GoW or its OAC.")
    return dsu.id
