"""What an operation may look at while it decides, and what it wants entered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct, field

from bot.ledger.dice import SEED_BYTES, Draw, Drawing, VerifiableDice, epoch_key
from bot.ledger.entry import Kind
from bot.play import game as games
from bot.play.elsewhere import elsewhere, ended_here
from bot.play.game import Game, Seat
from bot.store import Transaction
from bot.store.sealed import Sealed
from bot.words import names
from rules.event import Event
from rules.json import Object
from rules.refusal import Refused

Entropy: TypeAlias = Callable[[int], bytes]
PSEUDONYM_BYTES = 6
NONCE_BYTES = 24
NOBODY = 0
"""the account of what whoever hosts the referee does on the command line"""


NO_GAME = "No game is open in this channel."
STEPS = (
    "1. `/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3` opens one and publishes what its "
    "dice are fixed by.\n"
    "2. `/game join side:German` takes a side, once for each; that cuts the dice.\n"
    "3. `/roster add counter:4-6-7 squad location:G5` enters units, then `/mc result:1MC location:G5` rolls "
    "for them.\n"
    "`/help` tells the rest."
)


CAMPAIGN_STEPS = (
    "`/campaign new label:Winter` opens one with nobody on its map, `/campaign sample` the sample campaign."
)
NO_CAMPAIGN = f"The game in this channel is no campaign. In a channel without a game {CAMPAIGN_STEPS}"


class Caller(Struct, frozen=True):
    """Who asks, where, and what was typed: ids as Discord gives them, `request` the interaction's.

    `manages` tells whether he may manage the server, `roles` which of its roles he has.
    """

    request: str
    account: int
    guild: int
    channel: int
    command: str
    manages: bool = False
    again: bool = False
    roles: tuple[int, ...] = ()


class Draft(Struct, frozen=True):
    """What an operation wants entered; `seed` is that of an epoch it opens.

    `sealed` is kept beside the entry and told in none of it; `command` stands in it for what was typed.
    `voids` are the entries struck, each of which stands; a ruling stands in the place of the first.
    """

    kind: Kind
    events: tuple[Event, ...]
    inputs: Object = field(default_factory=dict)
    dice: tuple[Draw, ...] = ()
    read: tuple[str, ...] = ()
    answers: int = 0
    voids: tuple[int, ...] = ()
    reason: str = ""
    seed: bytes = b""
    sealed: Sealed | None = None
    command: str = ""


class Patience(Struct, frozen=True):
    """`asks_within`: how long the same call by the same person is asked about first.

    `silence`: whole days after which the host may agree to the end of a game for who says nothing.
    """

    asks_within: timedelta = timedelta(seconds=60)
    silence: timedelta = timedelta(days=7)


USUAL_PATIENCE = Patience()


class Sitting:
    """What an operation may look at while it decides: the game of the channel and who asks."""

    def __init__(
        self,
        tx: Transaction,
        caller: Caller,
        game: Game | None,
        entropy: Entropy | None,
        now: datetime,
        patience: Patience,
    ) -> None:
        self.tx = tx
        self.caller = caller
        self.now = now
        self.patience = patience
        self._game = game
        self._entropy = entropy

    @property
    def is_free(self) -> bool:
        """Whether the channel has no open game."""
        return self._game is None

    @property
    def game(self) -> Game:
        """The open game of the channel. Raises Refused `no_game`."""
        if self._game is None:
            raise self._no_game(STEPS)
        return self._game

    @cached_property
    def actor(self) -> str:
        """The caller's pseudonym in the game or that about to be opened; "" for onlookers and NOBODY."""
        game = self._game.id if self._game else self.tx.next_game()
        known = self.tx.pseudonym(game, self.caller.account)
        if known is not None or self._entropy is None or self.caller.account == NOBODY:
            return known or ""
        return self._name(game, self.caller.account)

    def pseudonym_of(self, account: int) -> str:
        """The pseudonym of a person in this game, drawn where he has none."""
        known = self.tx.pseudonym(self.game.id, account)
        return known if known is not None else self._name(self.game.id, account)

    def sit_at(self, number: int) -> Game:
        """Turn to another game than the channel's. Raises Refused `no_game` where it is not open."""
        game = games.of(self.tx, number)
        if game is None or game.ended:
            raise Refused("no_game", f"There is no open game {number}.")
        self._game = game
        return game

    @property
    def is_gow(self) -> bool:
        """Whether the caller is a game master of the campaign."""
        by_role = self.game.gow_role and int(self.game.gow_role) in self.caller.roles
        return bool(by_role) or self.actor in self.game.gow

    @property
    def is_host(self) -> bool:
        """Whether the caller is the host, who acts for players that are away."""
        return bool(self.game.host) and self.actor == self.game.host

    def require_campaign(self) -> None:
        """Raise Refused `no_game` where the channel has no game, `no_campaign` where its game is none."""
        if self._game is None:
            raise self._no_game(CAMPAIGN_STEPS)
        if not self.game.is_campaign:
            raise Refused("no_campaign", NO_CAMPAIGN)

    def require_gow(self) -> None:
        """Raise Refused `not_gow` unless the caller is a game master of a campaign."""
        self.require_campaign()
        if not self.is_gow:
            raise Refused("not_gow", "This is for the game masters (GoW) of the campaign.")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the caller holds. Raises Refused `no_player` where he holds none."""
        self.require_player()
        return self.game.seats_of(self.actor)

    def require_player(self) -> None:
        """Raise Refused `no_player` unless the caller holds a side."""
        if self.game.seats_of(self.actor):
            return
        free = " or ".join(names.plain(seat.side.name) for seat in self.game.seats if not seat.holder)
        way = (
            f"/game join takes {free}."
            if free
            else "None is free; who holds one hands it over by /game seat."
        )
        raise Refused("no_player", f"You hold no side of this game. {way}")

    def _no_game(self, steps: str) -> Refused:
        over = ended_here(self.tx, self.caller.channel)
        begin = f"{over}\nTo begin another:" if over else "To begin:"
        others = elsewhere(self.tx, self.caller.guild, self.caller.account)
        return Refused("no_game", "\n".join((f"{NO_GAME} {begin}", steps, *others)))

    def _name(self, game: int, account: int) -> str:
        drawn = f"p{self._random(PSEUDONYM_BYTES).hex()}"
        self.tx.name_person(game, account, drawn)
        return drawn

    def seed(self) -> bytes:
        """The secret of an epoch about to open."""
        return self._random(SEED_BYTES)

    def epoch_dice(self) -> Drawing:
        """The dice of the open epoch, which every seat has cut. Raises Refused `no_seed`."""
        game = self.game
        seed = self.tx.seed(game.id, game.epoch)
        if seed is None:
            raise Refused(
                "no_seed", "The seed of this epoch is not held here; a game goes on where its seed is."
            )
        key = epoch_key(game.id, game.epoch, seed, game.cuts)
        return VerifiableDice(key, lambda name: self.tx.draws(game.id, game.epoch, name))

    def nonce(self) -> bytes:
        """What makes the digest of a short text impossible to guess."""
        return self._random(NONCE_BYTES)

    def _random(self, count: int) -> bytes:
        if self._entropy is None:
            raise Refused("no_entry", "Nothing is entered by looking.")
        return self._entropy(count)


Operation: TypeAlias = Callable[[Sitting], Draft]
