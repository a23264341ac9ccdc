"""The chain of a ledger: numbers, hashes, times, requests, answers, and the ids given to pieces."""

from __future__ import annotations

from array import array
from bisect import bisect_left

from bot.events.desk import CampaignImported
from bot.events.table import CampaignOpened, GameOpened
from bot.ledger.entry import GENESIS, Kind, Voiding, chained, lasts, struck
from bot.play.game import given_ids
from bot.verify.failure import NotTrue, require, untrue
from bot.verify.skim import Skim
from rules.event import Event


class Chain:
    """Follows the entries of one game in order."""

    def __init__(self, game: int) -> None:
        self.seq = 0
        self.head = GENESIS
        self._game = game
        self._at = ""
        self._requests = _Requests()
        self._asked: set[int] = set()
        self._voiding: list[Voiding] = []
        self._void: dict[int, int] = {}
        self._lasting: set[int] = set()
        self._pieces = 0

    def entry(self, entry: Skim, body: bytes, recorded: bytes) -> None:
        """Raises NotTrue where the entry does not follow from those before it."""
        seq = entry.seq
        # Most entries are true: what would be said of one that is not is put together only then.
        if entry.game != self._game:
            raise untrue(seq, f"is of game {entry.game}", f"game {self._game}")
        if seq != self.seq + 1:
            raise untrue(seq, f"has number {seq}", f"number {self.seq + 1}")
        follows = chained(self.head, body)
        if recorded != follows:
            raise untrue(seq, f"has hash {recorded.hex()}", f"hash {follows.hex()}")
        if entry.at < self._at:
            raise untrue(seq, f"is of {entry.at}", f"no time before {self._at}")
        if not self._requests.add(entry.request):
            raise untrue(seq, f"repeats request {entry.request}", "one entry an interaction")
        self.head, self.seq, self._at = follows, seq, entry.at
        self._answer(entry)
        if lasts(entry.kind, (str(event.get("event")) for event in entry.events)):
            self._lasting.add(entry.seq)
        if entry.voids or entry.kind == Kind.VOIDED:
            self._strike(entry)

    def event(self, entry: Skim, event: Event) -> None:
        """Raises NotTrue where the event opens the game again or gives a piece an id out of turn."""
        if isinstance(event, GameOpened | CampaignOpened):
            require(entry.seq == 1, entry.seq, "opens the game", "a game that is open since #1")
        # An answer and an amendment keep the ids that what they follow from gave; so does a campaign's file.
        keeps = bool(entry.answers or entry.voids) or isinstance(event, CampaignOpened | CampaignImported)
        for piece in sorted(_ids(entry, event)):
            following = self._pieces + 1
            fits = piece == following or (keeps and 1 <= piece < following)
            require(fits, entry.seq, f"gives the id {piece}", f"the id {following}")
            self._pieces = max(self._pieces, piece)

    def _answer(self, entry: Skim) -> None:
        if entry.answers:
            waits = entry.answers in self._asked and entry.answers not in self._void
            require(waits, entry.seq, f"answers #{entry.answers}", "no open question of that number")
            self._asked.remove(entry.answers)
        if entry.kind == Kind.ASKED:
            self._asked.add(entry.seq)

    def _strike(self, entry: Skim) -> None:
        seq, is_void = entry.seq, entry.kind == Kind.VOIDED
        require(bool(entry.voids), seq, "voids nothing", "an entry that it strikes")
        require(is_void or entry.kind == Kind.RULING, seq, f"voids #{entry.voids[0]}", "a void or a ruling")
        for struck_seq in entry.voids:
            stands = 1 <= struck_seq < seq and struck_seq not in self._void
            require(stands, seq, f"voids #{struck_seq}", "an entry before it that stands")
            can = struck_seq not in self._lasting
            require(can, seq, f"voids #{struck_seq}", "an entry that can be void")
        self._voiding.append(Voiding(seq, entry.voids, not is_void))
        self._void = struck(self._voiding)


def _ids(entry: Skim, event: Event) -> tuple[int, ...]:
    try:
        return given_ids(event)
    except ValueError as error:
        raise NotTrue(f"#{entry.seq} gives a piece what is no id: {error}.") from error


class _Requests:
    """The ids seen, eight bytes each: they come nearly in order."""

    def __init__(self) -> None:
        self._numbers = array("Q")
        self._texts: set[str] = set()

    def add(self, request: str) -> bool:
        """Whether it was not seen before."""
        if not (request.isascii() and request.isdecimal() and len(request) < 20 and request[0] != "0"):
            fresh = request not in self._texts
            self._texts.add(request)
            return fresh
        number = int(request)
        place = bisect_left(self._numbers, number)
        if place < len(self._numbers) and self._numbers[place] == number:
            return False
        self._numbers.insert(place, number)
        return True
