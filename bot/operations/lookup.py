"""Looking into a channel's ledger: its open game, or the last that was played there."""

from __future__ import annotations

from collections.abc import Callable

from bot.play import game as games
from bot.play.game import Game
from bot.play.sitting import Sitting
from rules.refusal import Refused


def game_here(sitting: Sitting) -> Game:
    """The open game of the channel, else the last that ended in it. Raises Refused `no_game`."""
    if not sitting.is_free:
        return sitting.game
    number = sitting.tx.posted_rows.latest_game(sitting.caller.channel)
    if number is None:
        return sitting.game
    return games.held(sitting.tx, number)


def has_part(sitting: Sitting, game: Game) -> bool:
    """Whether the caller plays a game, hosts it, is a GoW of it, or manages the server."""
    known = sitting.tx.pseudonym(game.id, sitting.caller.account)
    people = (game.host, *game.gow, *(seat.holder for seat in game.seats))
    return sitting.caller.manages or (known is not None and known in people)


def require_part(sitting: Sitting, game: Game) -> None:
    """Raise Refused `no_player` for a mere onlooker."""
    if not has_part(sitting, game):
        raise Refused("no_player", "This is for the players of the game, its host or GoW, or managers.")


def due_here(sitting: Sitting) -> list[int]:
    """The entries of the channel's game, made before this call, that are not posted. Raises `no_game`."""
    return sitting.tx.posted_rows.due_numbers(game_here(sitting).id, int(sitting.caller.request))


def require_part_in(number: int) -> Callable[[Sitting], None]:
    """Requires a part in the channel's game, which must be this one; raises Refused `other_game`."""

    def view(sitting: Sitting) -> None:
        game = game_here(sitting)
        if game.id != number:
            raise Refused("other_game", f"This belongs to game {number}, not to this channel's.")
        require_part(sitting, game)

    return view
