"""The referee's desk: one request in, one ledger entry out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeAlias, TypeVar

from bot import boards, standing
from bot import game as games
from bot.asked import without_accounts
from bot.codecs import EVENTS
from bot.dice import SEED_BYTES, Draw
from bot.elsewhere import elsewhere
from bot.game import Game, Seat
from bot.ledger import Entry, Kind, Link, link
from bot.post import Post, mentions, posts_of, struck, unable
from bot.store import Store, Transaction
from bot.store.sealed import Sealed
from rules.event import Event
from rules.json import Object
from rules.refusal import Refused

T = TypeVar("T")
Clock: TypeAlias = Callable[[], datetime]
Entropy: TypeAlias = Callable[[int], bytes]
PSEUDONYM_BYTES = 6
NONCE_BYTES = 24
NOBODY = 0
"""the account of what whoever hosts the referee does on the command line"""


@dataclass(frozen=True, slots=True)
class Caller:
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


@dataclass(frozen=True, slots=True)
class Draft:
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


@dataclass(frozen=True, slots=True)
class Answer:
    """An entry and its posts; `repeated` where the same interaction had been entered before."""

    link: Link
    posts: tuple[Post, ...]
    repeated: bool = False


class Sitting:
    """What an operation may look at while it decides: the game of the channel and who asks."""

    def __init__(
        self,
        tx: Transaction,
        caller: Caller,
        game: Game | None,
        entropy: Entropy | None,
        now: datetime,
        asks_within: timedelta,
    ) -> None:
        self.tx = tx
        self.caller = caller
        self.now = now
        self.asks_within = asks_within
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
            raise Refused(
                "no_game", "\n".join((NO_GAME, *elsewhere(self.tx, self.caller.guild, self.caller.account)))
            )
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
        state = self.tx.game(number)
        game = None if state is None else games.read_game(state)
        if game is None or game.ended:
            raise Refused("no_game", f"There is no open game {number}.")
        self._game = game
        return game

    @property
    def is_gow(self) -> bool:
        """Whether the caller is a game master of the campaign."""
        by_role = self.game.gow_role and int(self.game.gow_role) in self.caller.roles
        return bool(by_role) or self.actor in self.game.gow

    def require_campaign(self) -> None:
        """Raise Refused `no_campaign` where the channel's game is none."""
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
        held = self.game.seats_of(self.actor)
        if not held:
            raise Refused("no_player", "You hold no side of this game. /game join takes a free one.")
        return held

    def _name(self, game: int, account: int) -> str:
        drawn = f"p{self._random(PSEUDONYM_BYTES).hex()}"
        self.tx.name_person(game, account, drawn)
        return drawn

    def seed(self) -> bytes:
        """The secret of an epoch about to open."""
        return self._random(SEED_BYTES)

    def nonce(self) -> bytes:
        """What makes the digest of a short text impossible to guess."""
        return self._random(NONCE_BYTES)

    def _random(self, count: int) -> bytes:
        if self._entropy is None:
            raise Refused("no_entry", "Nothing is entered by looking.")
        return self._entropy(count)


NO_GAME = (
    "No game is open in this channel. To begin:\n"
    "1. `/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3` opens one and publishes what its "
    "dice are fixed by.\n"
    "2. `/game join side:German` takes a side, once for each; that cuts the dice.\n"
    "3. `/roster add counter:4-6-7 squad location:G5` enters units, then `/mc result:1MC location:G5` rolls "
    "for them.\n"
    "`/help` tells the rest."
)


NO_CAMPAIGN = "The game in this channel is no campaign. /campaign sample opens one."

THAWING = (Kind.EPOCH, Kind.ENDED)
"""what may be entered into a frozen game, and ends that: no die of the epoch before falls after it"""

Operation: TypeAlias = Callable[[Sitting], Draft]


class Referee:
    """Enters what operations decide: once for each interaction, on the disk before anyone is told."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        rules: str,
        asks_within: timedelta = timedelta(seconds=60),
    ) -> None:
        """`asks_within`: how long the same call by the same person is asked about first."""
        self._store = store
        self._asks_within = asks_within
        self._clock = clock
        self._entropy = entropy
        self._rules = rules
        self.frozen: dict[int, str] = {}
        """why nothing is entered into a game, by its number"""

    async def enter(self, caller: Caller, operation: Operation) -> Answer:
        """The entry that `operation` makes, or the one that this interaction made before.

        Raises Refused; then nothing was written and no die was drawn.
        """
        answer = await self._store.write(lambda tx: self._enter(tx, caller, operation))
        if answer.link.entry.kind in THAWING:
            self.frozen.pop(answer.link.entry.game, None)
        return answer

    async def look(self, caller: Caller, view: Callable[[Sitting], T]) -> T:
        """What `view` sees of the channel's game; nothing is entered."""
        return await self._store.read(lambda tx: view(self._sitting(tx, caller, None)))

    async def answer_of(self, game: int, seq: int) -> Answer:
        """An entry as it stands."""

        def view(tx: Transaction) -> Answer:
            found = tx.entry(game, seq)
            if found is None:
                raise Refused("no_entry", f"Game {game} has no entry #{seq}.")
            return Answer(found, _told(tx, found))

        return await self._store.read(view)

    def _enter(self, tx: Transaction, caller: Caller, operation: Operation) -> Answer:
        earlier = tx.entry_of_request(caller.request)
        if earlier is not None:
            return Answer(earlier, _told(tx, earlier), repeated=True)
        sitting = self._sitting(tx, caller, self._entropy)
        draft = operation(sitting)
        if not sitting.is_free and sitting.game.id in self.frozen and draft.kind not in THAWING:
            raise Refused("frozen", self.frozen[sitting.game.id])
        return self._append(tx, sitting, draft)

    def _sitting(self, tx: Transaction, caller: Caller, entropy: Entropy | None) -> Sitting:
        number = tx.open_game(caller.channel)
        game = games.read_game(tx.game(number)) if number is not None else None
        return Sitting(tx, caller, game, entropy, self._clock(), self._asks_within)

    def _append(self, tx: Transaction, sitting: Sitting, draft: Draft) -> Answer:
        game = tx.next_game() if sitting.is_free else sitting.game.id
        seq, prev, at = tx.head(game)
        state = _settled(None if sitting.is_free else sitting.game, game, draft.events)
        entry = Entry(
            game=game,
            seq=seq + 1,
            kind=draft.kind,
            epoch=state.epoch,
            request=sitting.caller.request,
            actor=sitting.actor,
            at=max(at, _stamp(self._clock())),
            command=without_accounts(tx, game, draft.command or sitting.caller.command),
            inputs=draft.inputs,
            dice=draft.dice,
            events=tuple(EVENTS.write(event) for event in draft.events),
            read=draft.read,
            written=(),
            answers=draft.answers,
            voids=draft.voids,
            reason=draft.reason,
            rules=self._rules,
        )
        if entry.voids:
            void = tx.voids.struck(game)
            state, written = standing.rewritten(tx, entry)
            changed_posts = dict(void.items() ^ tx.voids.struck(game).items())
            tx.voids.make_due(game, changed_posts)
        else:
            changed = boards.change(tx, state, draft.read, draft.events, entry.seq)
            tx.put_change(game, changed.put, changed.dropped)
            written = changed.written
        entry = replace(entry, written=written)
        linked = link(entry, prev)
        tx.append(linked)
        if draft.seed:
            tx.keep_seed(game, state.epoch, draft.seed)
        if draft.sealed is not None:
            tx.seals.keep(game, entry.seq, draft.sealed)
        if sitting.is_free or state != sitting.game:
            games.put(tx, state)
        posts = _told(tx, linked)
        tx.put_due(game, entry.seq, len(posts), int(state.channel))
        return Answer(linked, posts)


def _settled(before: Game | None, number: int, events: tuple[Event, ...]) -> Game:
    state = standing.settled(before, number, events)
    if state is None:
        raise Refused("no_game", NO_GAME)
    return state


def _told(tx: Transaction, linked: Link) -> tuple[Post, ...]:
    """The posts of an entry as they stand: struck where it is void."""
    entry = linked.entry
    posts = posts_of(linked, mentions(tx.people(entry.game)))
    by = tx.voids.by(entry.game, entry.seq)
    striking = tx.entry(entry.game, by) if by else None
    if striking is not None:
        posts = tuple(struck(post, by, striking.entry.reason) for post in posts)
    kept = tx.voids.unstruck(entry.game, entry.voids) if entry.voids else []
    return (*posts[:-1], unable(posts[-1], kept)) if kept else posts


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
