"""What must hold before units or phases change."""

from __future__ import annotations

from bot.events.codecs import read_events
from bot.events.table import QuestionAsked
from bot.play.sitting import Sitting
from rules.refusal import Refused


def require_asl(sitting: Sitting) -> None:
    """Raise Refused `no_asl_game` in a campaign, which has no sequence of play and no roster of units."""
    if sitting.game.is_campaign:
        raise Refused("no_asl_game", "This is for ASL games; a campaign is in this channel.")


def require_player_or_host(sitting: Sitting) -> None:
    """Raise Refused `no_player` unless the caller holds a side or hosts the game."""
    if not sitting.is_host:
        sitting.require_player()


def require_player_host_or_gow(sitting: Sitting) -> None:
    """Raise Refused `no_player` unless the caller holds a side, hosts the game or is a GoW."""
    if not sitting.is_gow:
        require_player_or_host(sitting)


def require_free(sitting: Sitting, pieces: tuple[str, ...]) -> None:
    """Raise Refused `question_open` where a piece waits for the answer to a question."""
    for link in sitting.tx.open_questions(sitting.game.id):
        if set(pieces) & set(link.entry.read):
            asked = (event for event in read_events(link.entry.events) if isinstance(event, QuestionAsked))
            whose = next((f"{event.side}'s answer" for event in asked if event.side), "an answer")
            raise Refused(
                "question_open", f"#{link.entry.seq} waits for {whose} about these units; that comes first."
            )
