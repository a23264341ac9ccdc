"""What the desk of a campaign entered, told again."""

from __future__ import annotations

from msgspec.structs import replace

from bot.events.desk import (
    Appointed,
    CampaignImported,
    DeskEntered,
    Dismissed,
    GowRoleNamed,
    Office,
    OrdersSealed,
    SealStruck,
    Waived,
)
from bot.ledger.entry import Kind
from bot.operations import by_hand
from bot.operations.battles import Armour, Report, report_battle
from bot.operations.day import next_phase, waivable_items
from bot.operations.desk_entry import desk_entry
from bot.operations.movement import move_dsu
from bot.operations.offices import appoint, appoint_gow, commands, dismiss, name_gow_role
from bot.operations.orders import COMMAND, strike_seal
from bot.operations.view import campaign_view, gow_view, require_quiet
from bot.play.sitting import Draft, Operation, Sitting
from bot.verify.acts.entry import Retold, no_act
from rules import konrad
from rules.given import Given
from rules.konrad import desk
from rules.konrad.campaign import Battle, Phase
from rules.konrad.events_desk import (
    ArmourCut,
    ArmourRuled,
    BattleReported,
    CampaignSetUp,
    DsuMoved,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
    SettingsChosen,
)
from rules.konrad.events_retreat import SectorTaken
from rules.konrad.formations import Rsu
from rules.konrad.read_rsu import read_rsu
from rules.konrad.write_campaign import write_rsu


def at_the_desk(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    if len(told.events) < 2 or not isinstance(told.events[0], DeskEntered):
        raise no_act("it enters nothing at the desk")
    match told.events[1]:
        case Appointed() | Dismissed() | GowRoleNamed() as office:
            return _office(told, office)
        case CampaignImported() as imported:
            return _imported(told, imported)
        case SettingsChosen() as chosen:
            return _chosen(chosen)
        case OrdersSealed() as sealed:
            return _sealed(sealed)
        case SealStruck() as struck:
            return strike_seal(struck.seal, struck.reason)
        case Waived() as waived:
            return _waived(told, waived.reason)
        case DsuMoved() as moved:
            return move_dsu(f"#{moved.dsu}", moved.sector)
        case BattleReported(battle):
            return report_battle(_report(battle, captured=bool(told.all(SectorTaken))))
        case RsuEntered():
            return _rsus(told)
        case SectorEntered() as entered:
            return by_hand.enter_owner(entered.sector, entered.side, entered.reason)
        case ArmourRuled() as ruled:
            return by_hand.rule_armour(f"#{ruled.dsu}", 0 if ruled.refused else None, ruled.reason)
        case ArmourCut() as cut:
            return by_hand.rule_armour(f"#{cut.rsu}", cut.sp, cut.reason)
        case Recorded() as noted:
            return by_hand.record(noted.topic, noted.of, noted.text, noted.reason)
        case _:
            if told.all(PhaseBegan):
                return next_phase()
            raise no_act("it enters what no command of the desk does")


def _office(told: Retold, event: Appointed | Dismissed | GowRoleNamed) -> Operation:
    match event:
        case GowRoleNamed():
            return name_gow_role(int(event.role) if event.role else 0)
        case Appointed(office=Office.GOW):
            return appoint_gow(told.account(event.holder))
        case Appointed():
            return appoint(event.office, _of(event.of), told.account(event.holder))
        case Dismissed():
            return dismiss(event.office, _of(event.of), told.account(event.holder))


def _of(office: str) -> str:
    return f"#{office}" if office.isdecimal() else office


def _imported(told: Retold, imported: CampaignImported) -> Operation:
    """What the file said stands in the entry alone."""
    set_up = told.one(CampaignSetUp)

    def operation(sitting: Sitting) -> Draft:
        sitting.require_gow()
        require_quiet(sitting)
        listed = (DeskEntered("Muster", imported.names), replace(imported, author=sitting.actor))
        return Draft(Kind.DESK, (*listed, CampaignSetUp(set_up.campaign, konrad.BOOK.cites.day)))

    return operation


def _chosen(event: SettingsChosen) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        events = desk.choose_settings(konrad.BOOK, event.settings, sitting.actor, event.reason)
        return desk_entry(view, "Readings", events)

    return operation


def _sealed(event: OrdersSealed) -> Operation:
    """Whose orders they are; what they say nobody knows before they are opened."""

    def operation(sitting: Sitting) -> Draft:
        view = campaign_view(sitting)
        commanded = {dsu.id: dsu.side for dsu in commands(sitting, view)}
        if view.campaign.phase is not Phase.ORDERS or not commanded.keys() >= set(event.dsus):
            raise no_act("it orders what its sender may not order then")
        side = " and ".join(sorted({commanded[dsu] for dsu in event.dsus}))
        sealed = OrdersSealed(sitting.actor, side, event.dsus, event.digest)
        draft = desk_entry(view, f"Day {view.campaign.day}, sealed orders", (sealed,))
        return replace(draft, command=COMMAND)

    return operation


def _whole(rsu: Rsu) -> Rsu:
    """The RSU as its plain form has it. Raises Refused where there is none such."""
    return read_rsu(Given(write_rsu(rsu), rsu.id), konrad.BOOK)


def _waived(told: Retold, reason: str) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        owed = {item.key: item for item in waivable_items(view)}
        keys = dict.fromkeys(event.item for event in told.all(Waived))
        events = [Waived(key, owed[key].told, sitting.actor, reason) for key in keys if key in owed]
        return desk_entry(view, "Waived", events)

    return operation


def _report(battle: Battle, *, captured: bool) -> Report:
    attackers, defenders = battle.attackers, battle.defenders
    if not attackers or not defenders:
        raise no_act("it reports a battle that one side fought")
    fought = (attackers[0].armour_fought, defenders[0].armour_fought)
    armour = {
        (False, False): Armour.NONE,
        (True, False): Armour.ATTACKERS,
        (False, True): Armour.DEFENDERS,
        (True, True): Armour.BOTH,
    }
    return Report(
        battle.sector,
        [f"#{one.dsu}" for one in attackers],
        [f"#{one.dsu}" for one in defenders],
        attackers[0].scenario,
        captured,
        armour[fought],
        battle.night,
    )


def _rsus(told: Retold) -> Operation:
    """RSUs set by hand, or losses of a battle, each with what the GoW say that it has."""

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        by_losses = len(told.events) > 2 or view.campaign.phase in (Phase.COMBAT, Phase.CHECKS, Phase.NIGHT)
        losses = f"Day {view.campaign.day}, losses"
        title = losses if by_losses and told.one(DeskEntered).title == losses else by_hand.TITLE
        events = [
            entered
            for event in told.all(RsuEntered)
            for entered in desk.enter_rsu(
                konrad.BOOK, view.campaign, _whole(event.rsu), sitting.actor, event.reason
            )
        ]
        return desk_entry(view, title, events)

    return operation
