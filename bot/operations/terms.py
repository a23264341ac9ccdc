"""Changing the terms of a game in the open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from bot.events.game import ElrChanged, GameChange, SanChanged, TermChanged, Value
from bot.ledger.entry import Kind
from bot.operations.requiring import require_player_or_host
from bot.play.elr import elr_for
from bot.play.game import Game, Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.play.terms import CITES, HUNGARIAN_VS_ROMANIAN, SSR_ELR
from bot.words import names
from rules.asl.book import peoples
from rules.asl.words import People
from rules.naming import nation_name
from rules.refusal import Refused

NO_SNIPER_IS_ONE = 1
"""between none (0) and the lowest SAN of A14.1"""


class Changes(Struct, frozen=True):
    """Terms by name as an entry holds them; `side` a side, one of its nationalities, or the one and then the
    other, for ELR and SAN."""

    terms: Mapping[str, Value] = field(default_factory=dict)
    side: str | None = None
    elr: int | None = None
    san: int | None = None


def change_terms(changes: Changes) -> Operation:
    """Any player of the game or its host may; what changes is shown with what it was.

    Raises Refused `no_campaign_terms`, `no_player`, `which_side`, `unknown_nation`,
    `which_romanians` or `no_change`.
    """

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        if game.is_campaign:
            raise Refused("no_campaign_terms", "A campaign has no terms to set; they belong to ASL games.")
        require_player_or_host(sitting)
        events = (*_sides(game, changes), *_terms(game, changes.terms))
        if not events:
            raise Refused("no_change", "Say what to set to what; what you named has that value already.")
        return Draft(Kind.SET, events)

    return operation


def _terms(game: Game, wanted: Mapping[str, Value]) -> Iterator[GameChange]:
    for term, value in wanted.items():
        if term == SSR_ELR:
            _require_playing(game, str(value).split())
        if term == HUNGARIAN_VS_ROMANIAN and value is True:
            _require_romanians(game)
        was = game.terms.value(term)
        if value != was:
            yield TermChanged(term, was, value, CITES[term])


def _sides(game: Game, changes: Changes) -> Iterator[GameChange]:
    if changes.side is None:
        if changes.elr is not None or changes.san is not None:
            sides = " or ".join(names.plain(seat.side.name) for seat in game.seats)
            raise Refused("which_side", f"ELR and SAN are a side's; say side: {sides}.")
        return
    if changes.elr is None and changes.san is None:
        raise Refused("no_change", "Of a side you set elr, or san, or both.")
    if changes.san == NO_SNIPER_IS_ONE:
        raise Refused("bad_san", "A SAN is a number from 2 to 7, or 0 for none, not 1.", "A14.1")
    seat, alone = _whose(game, changes.side)
    was = elr_for(game, seat.number)[alone] if alone else seat.side.elr
    if changes.elr is not None and (changes.elr != was or (not alone and seat.side.apart)):
        yield ElrChanged(seat.number, seat.side.name, alone, was, changes.elr, "A19.1")
    if changes.san is not None and changes.san != seat.side.san:
        yield SanChanged(seat.number, seat.side.name, seat.side.san, changes.san, "A14.1")


def _whose(game: Game, typed: str) -> tuple[Seat, str]:
    """The side that is meant, and its one nationality where that is, said alone or behind the side's name."""
    wanted = names.folded(typed)
    several = [seat for seat in game.seats if len(seat.side.nations) > 1]
    for seat in several:
        for nation in seat.side.nations:
            if wanted == f"{names.folded(seat.side.name)} {nation}":
                return seat, nation
    seat = game.seat_named(typed)
    counters = {people.value: nation for people, nation in peoples().items()}
    nation = counters.get(wanted, wanted)
    return seat, nation if nation in seat.side.nations and seat in several else ""


def _require_romanians(game: Game) -> None:
    """Raise Refused `which_romanians` where both sides may be Hungarians, whose +1 only one side can have."""
    shared = game.shared & {peoples()[People.HUNGARIAN]}
    if shared and not any(People.ROMANIAN in seat.side.peoples for seat in game.seats):
        raise Refused(
            "which_romanians",
            f"Both sides are {nation_name(min(shared))}, and nothing says which are the Hungarians, whose "
            "broken MMC alone have +1; such a game is opened with side_a:hungarian side_b:romanian.",
            "A25.8",
        )


def _require_playing(game: Game, nations: list[str]) -> None:
    playing = elr_for(game, 1)
    for nation in nations:
        if nation not in playing:
            raise Refused(
                "unknown_nation", f"{nation_name(nation)} does not play here; there are {', '.join(playing)}."
            )
