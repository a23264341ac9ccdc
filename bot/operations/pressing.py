"""What a button under a ruling asks for: once, however often it is pressed."""

from __future__ import annotations

from bot.events.codecs import read_events
from bot.events.correction import Changed
from bot.events.dice import SanThrown
from bot.events.table import RulingCalled
from bot.ledger.entry import Entry, Kind
from bot.operations.amending import Made, Revise, Revised, amend
from bot.operations.berserk import Charge, HeroAsked, charge, hero_card
from bot.operations.calling import calling, require_own
from bot.operations.correcting import Resting
from bot.operations.follow_ups import Verb
from bot.operations.morale import Attack, morale_check
from bot.operations.ruling import answered
from bot.operations.single import Attempt, One, rally
from bot.operations.sniping import Shot, sniper
from bot.play.sitting import Draft, Operation, Sitting
from bot.words.spoken import labels
from rules.refusal import Refused

FOLLOWED = (Kind.RULING, Kind.ROLLED, Kind.TURN)
"""entries under which something naturally follows"""


def press(verb: Verb, game: int, seq: int, choice: int, text: str = "") -> Operation:
    """What follows entry `seq` under its button; `text` is what was written into the form of NEXT or CHARGE.

    Raises Refused `other_game`, `void`, `done` where it was pressed before, or as the ruling does.
    """

    def operation(sitting: Sitting) -> Draft:
        entry = _followed(sitting, game, seq)
        _require_first(sitting, entry)
        return _operation(verb, entry, choice, text, sitting)(sitting)

    return operation


def _operation(verb: Verb, entry: Entry, choice: int, text: str, sitting: Sitting) -> Operation:
    match verb:
        case Verb.RALLY:
            return calling(rally(One(f"#{choice}"), Attempt()))
        case Verb.CARD:
            return hero_card(One(f"#{choice}"), HeroAsked())
        case Verb.CHARGE:
            return charge(One(f"#{choice}"), Charge(text))
        case Verb.REFUSE:
            seat = sitting.game.seat(_called(entry).seat)
            require_own(sitting, seat, "may refuse Battle Hardening for its units", "A15.3")
            return amend(entry.seq, "Battle Hardening refused", Resting(), _refusing(str(choice)))
        case Verb.NEXT:
            called = _called(entry)
            side = sitting.game.seat(called.seat).side.name
            return morale_check(Attack(called.title, text, side=side))
        case Verb.SNIPER:
            hits = [event for event in read_events(entry.events) if isinstance(event, SanThrown)]
            hit = hits[choice]
            side = sitting.game.seat(hit.seat).side.name
            return sniper(Shot(side, hit.san))


def _refusing(piece: str) -> Revise:
    """The ruling as it is where the owner refuses the hardening of a piece, with the same dice (A15.3)."""

    def revised(sitting: Sitting, made: Made) -> Revised:
        given = answered(made.given, ("choices", f"harden:{piece}"), "refuse")
        return Revised(made.called, given, made.entry.read, (hardening_refused(made, piece),))

    return revised


def hardening_refused(made: Made, piece: str) -> Changed:
    """The refusal of the hardening of a piece, in words."""
    who = labels(made.called).get(piece, piece)
    return Changed(f"Battle Hardening of {who}", "taken", "refused")


def _followed(sitting: Sitting, number: int, seq: int) -> Entry:
    game = sitting.game
    if game.id != number:
        raise Refused("other_game", f"This ruling belongs to game {number}, which is not open here.")
    link = sitting.tx.entry(number, seq)
    if link is None or link.entry.kind not in FOLLOWED:
        raise Refused("no_entry", f"#{seq} is no ruling, roll or phase.")
    by = sitting.tx.voids.by(number, seq)
    if by:
        raise Refused("void", f"#{seq} is void by #{by}; nothing follows from it.")
    return link.entry


def _require_first(sitting: Sitting, entry: Entry) -> None:
    """A button that was pressed twice makes one entry; one that was made void may be pressed again."""
    before = sitting.tx.entry_of_command(entry.game, entry.seq, sitting.caller.command)
    if before is not None and not sitting.tx.voids.by(entry.game, before.entry.seq):
        raise Refused("done", f"That was done by #{before.entry.seq}; the commands do it again.")


def _called(entry: Entry) -> RulingCalled:
    return next(event for event in read_events(entry.events) if isinstance(event, RulingCalled))
