"""What a channel's game is, who plays it, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from bot.operations.lookup import game_here
from bot.operations.open_questions import OpenQuestion, open_questions
from bot.operations.view import campaign_view, is_set_up
from bot.play.sitting import Sitting
from bot.render.sides import about
from bot.render.terms import unusual
from bot.words import names

AFTER = (
    "`/game stats` counts losses and dice, `/trail last` and `/trail find` look its entries up, "
    "`/trail export` gives its file for `referee verify`; `/game new` opens the next game here."
)


def overview(sitting: Sitting) -> str:
    """The channel's game, open or ended there, in a few lines. Raises Refused `no_game`."""
    game = game_here(sitting)
    people = sitting.tx.people(game.id)
    seq, head, at = sitting.tx.head(game.id)
    lines = [f"Game {game.id}, module {game.module}" + (", solo" if game.solo else "")]
    for seat in game.seats:
        holder = f"<@{people[seat.holder]}>" if seat.holder in people else seat.holder or "free: /game join"
        numbers = "" if game.is_campaign else f", {about(seat.side)}"
        lines.append(f"{names.plain(seat.side.name)}: {holder}{numbers}")
    if game.host:
        lines.append(f"Host: <@{people[game.host]}>" if game.host in people else f"Host: {game.host}")
    if game.ended:
        ended = f"Ended with #{seq} · {head.hex()[:16]} <t:{datetime.fromisoformat(at).timestamp():.0f}:f>"
        return "\n".join((*lines, ended, AFTER))
    if game.is_campaign:
        lines += _desk(sitting, people)
    lines += unusual(game.terms)
    if game.turn.running:
        lines.append(game.turn.spoken(game.seat(game.turn.seat).side.name))
    lines.append(f"Epoch {game.epoch}, commitment `{game.commitment}`{_cuts(sitting)}")
    lines.append(f"Last entry #{seq} · {head.hex()[:16]}")
    lines += [_waits(asked) for asked in open_questions(sitting.tx, game.id)]
    return "\n".join(lines)


def _desk(sitting: Sitting, people: Mapping[str, int]) -> Iterator[str]:
    """Who is GoW, and where the day stands."""
    game = sitting.game
    masters = [f"<@{people[person]}>" if person in people else person for person in game.gow]
    role = [f"<@&{game.gow_role}>"] if game.gow_role else []
    yield f"GoW: {', '.join((*masters, *role))}"
    if is_set_up(sitting):
        campaign = campaign_view(sitting).campaign
        yield f"Day {campaign.day}, {campaign.phase}: /campaign open tells what it waits for"


def _cuts(sitting: Sitting) -> str:
    """Whose buttons are awaited, and where they stand."""
    game = sitting.game
    missing = " and ".join(names.plain(seat.side.name) for seat in game.seats if seat.holder and not seat.cut)
    under = sitting.tx.first_of_epoch(game.id, game.epoch)
    return f"; {missing} cut it under #{under}" if missing else ""


def _waits(asked: OpenQuestion) -> str:
    people = " or ".join(f"<@{account}>" for account in asked.accounts)
    whom = f"{names.plain(asked.side)}, {people}" if asked.side else "any player"
    return f"#{asked.seq} waits for {whom} since <t:{asked.stamp}:R>: {asked.text} {asked.link}".rstrip()
