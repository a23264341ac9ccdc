"""The referee's desk: one request in, one ledger entry out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.boards import standing
from bot.events.codecs import EVENTS
from bot.events.end import EndEvent
from bot.ledger.entry import Entry, Kind, Link, link
from bot.play import game as games
from bot.play.closing import closed_by
from bot.play.command_kept import without_accounts
from bot.play.game import Game
from bot.play.sitting import NO_GAME, USUAL_PATIENCE, Caller, Draft, Entropy, Operation, Patience, Sitting
from bot.render.altered import in_phase, struck, unable
from bot.render.post import Post, mentions, posts_of
from bot.store import NotWritten, Store, Transaction
from rules.event import Event
from rules.refusal import Refused

T = TypeVar("T")
Clock: TypeAlias = Callable[[], datetime]
THAWING = (Kind.EPOCH, Kind.ENDED)
"""what may be entered into a frozen game, and ends that: no die of the epoch before falls after it"""

NOT_WRITTEN = (
    "The ledger cannot be written here ({}), so nothing was entered and no die fell. "
    "Whoever hosts the referee finds with `referee doctor` what to do; then say it again."
)


class Answer(Struct, frozen=True):
    """An entry and its posts; `repeated` where the same interaction had been entered before.

    `closes` is the entry from whose post it takes the buttons, or 0.
    """

    link: Link
    posts: tuple[Post, ...]
    repeated: bool = False
    closes: int = 0


class Referee:
    """Enters what operations decide: once for each interaction, on the disk before anyone is told."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        rules: str,
        patience: Patience = USUAL_PATIENCE,
    ) -> None:
        self._store = store
        self._patience = patience
        self._clock = clock
        self._entropy = entropy
        self._rules = rules
        self.frozen: dict[int, str] = {}
        """why nothing is entered into a game, by its number"""

    async def enter(self, caller: Caller, operation: Operation) -> Answer:
        """The entry that `operation` makes, or the one that this interaction made before.

        Raises Refused; then nothing was written and no die was drawn.
        """
        try:
            answer = await self._store.write(lambda tx: self._enter(tx, caller, operation))
        except NotWritten as error:
            raise Refused("not_written", NOT_WRITTEN.format(error)) from error
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
        if not sitting.is_free and sitting.game.id in self.frozen and not _thaws(draft):
            raise Refused("frozen", self.frozen[sitting.game.id])
        return self._append(tx, sitting, draft)

    def _sitting(self, tx: Transaction, caller: Caller, entropy: Entropy | None) -> Sitting:
        number = tx.open_game(caller.channel)
        game = games.of(tx, number) if number is not None else None
        return Sitting(tx, caller, game, entropy, self._clock(), self._patience)

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
        void = tx.voids.struck(game) if entry.voids else {}
        state, written = standing.after_entry(tx, state, entry, draft.events)
        if entry.voids:
            changed_posts = dict(void.items() ^ tx.voids.struck(game).items())
            tx.voids.make_due(game, changed_posts)
        entry = replace(entry, written=written)
        linked = link(entry, prev)
        tx.append(linked)
        if draft.seed:
            tx.keep_seed(game, state.epoch, draft.seed)
        if draft.sealed is not None:
            tx.seals.keep(game, entry.seq, draft.sealed)
        if sitting.is_free or state != sitting.game:
            games.put(tx, state)
        posts = in_phase(posts_of(linked, mentions(tx.people(game)), draft.events), state.turn)
        if entry.voids:
            posts = _unable(tx, entry, posts)
        tx.outbox.put(game, entry.seq, len(posts), int(state.channel))
        closes = closed_by(tx, state, entry)
        if closes:
            tx.voids.make_due(game, (closes,))
        return Answer(linked, posts, closes=closes)


def _settled(before: Game | None, number: int, events: tuple[Event, ...]) -> Game:
    state = standing.settled(before, number, events)
    if state is None:
        raise Refused("no_game", NO_GAME)
    return state


def _told(tx: Transaction, linked: Link) -> tuple[Post, ...]:
    """The posts of an entry as they stand: struck where it is void, with buttons that the phase allows."""
    entry = linked.entry
    turn = games.held(tx, entry.game).turn
    posts = in_phase(posts_of(linked, mentions(tx.people(entry.game))), turn)
    by = tx.voids.by(entry.game, entry.seq)
    striking = tx.entry(entry.game, by) if by else None
    if striking is not None:
        posts = tuple(struck(post, by, striking.entry.reason) for post in posts)
    return _unable(tx, entry, posts) if entry.voids else posts


def _unable(tx: Transaction, entry: Entry, posts: tuple[Post, ...]) -> tuple[Post, ...]:
    """The posts of an entry that strikes others, the last with those whose posts could not be edited."""
    kept = tx.voids.unstruck(entry.game, entry.voids)
    return (*posts[:-1], unable(posts[-1], kept)) if kept else posts


def _thaws(draft: Draft) -> bool:
    """Whether a frozen game takes it: what ends that, and agreeing on the end of the game."""
    return draft.kind in THAWING or any(isinstance(event, EndEvent) for event in draft.events)


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
