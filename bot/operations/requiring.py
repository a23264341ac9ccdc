"""What must hold before units or phases change."""

from __future__ import annotations

from bot.sitting import Sitting
from rules.refusal import Refused


def require_asl(sitting: Sitting) -> None:
    """Raise Refused `no_asl_game` in a campaign, which has no sequence of play and no roster of units."""
    if sitting.game.is_campaign:
        raise Refused("no_asl_game", "This is for ASL games; a campaign is in this channel.")


def require_player_or_host(sitting: Sitting) -> None:
    """Raise Refused `no_player` unless the caller holds a side or hosts the game."""
    if sitting.actor != sitting.game.host or not sitting.actor:
        _ = sitting.seats
