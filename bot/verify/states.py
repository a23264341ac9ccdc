"""How far each entry of an export is verified, also where the export as a whole is not."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from bot.ledger.dice import ENTERED
from bot.ledger.entry import Link
from bot.ledger.exported import Exported, NotExported
from bot.ledger.ruleset import rules_hash
from bot.verify.failure import NotTrue
from bot.verify.retelling import Retelling, retelling
from bot.verify.rulings import Rulings
from bot.verify.run import begun, followed


class State(StrEnum):
    """What holds of an entry: all; all but dice that nobody can check; all but its ruling today; nothing."""

    VERIFIED = "verified"
    UNPROVEN = "unproven"
    DIFFERS = "differs"
    FAILED = "failed"
    UNCHECKED = "unchecked"


class Checked(Struct, frozen=True):
    """An entry with its state, and a sentence that says what it rests on; `prev` of the link is empty."""

    link: Link
    state: State
    says: str


class Examination:
    """An export read entry by entry. Once `entries` has run, `failure` holds its first failure or ""."""

    def __init__(self, exported: Exported, rules: str | None = None) -> None:
        self.failure = ""
        self._exported = exported
        self._rules = rules or rules_hash()
        self._holds = 0
        self._unrevealed: frozenset[int] = frozenset()

    def entries(self) -> Iterator[Checked]:
        """Every entry that can be read, in order; those after a failure are not checked."""
        chain, epochs = begun(self._exported)
        try:
            for entry in followed(self._exported, chain, epochs):
                self._holds = entry.seq
        except (NotTrue, NotExported) as failure:
            self.failure = str(failure)
        self._unrevealed = frozenset(epoch for epoch, _ in epochs.unrevealed)
        rulings = Rulings(self._exported, self._rules)
        broken = False
        try:
            with retelling(self._exported.game) as table:
                for place, line in enumerate(self._exported.lines(), 1):
                    link, _ = line.read()
                    checked = self._checked(link, place, rulings, table, broken=broken)
                    broken = broken or checked.state is State.FAILED
                    yield checked
        except NotExported as unread:
            self.failure = self.failure or str(unread)

    def _checked(
        self, link: Link, place: int, rulings: Rulings, table: Retelling, *, broken: bool
    ) -> Checked:
        if broken:
            return Checked(link, State.UNCHECKED, "It follows what does not hold.")
        if place > self._holds:
            return Checked(link, State.FAILED, self.failure)
        ruled = rulings.between(place, place)
        otherwise = [differing.how for differing in ruled.differing]
        failure = ruled.failure or self._retold(link, table, otherwise)
        if failure:
            self.failure = failure
            return Checked(link, State.FAILED, failure)
        for how in otherwise:
            return Checked(link, State.DIFFERS, f"Chain and dice hold; ruled differently today: it {how}.")
        return self._held(link, ruled=ruled.rulings > 0)

    def _retold(self, link: Link, table: Retelling, otherwise: list[str]) -> str:
        """What fails where the entry is told again; how other rules made it otherwise is noted."""
        try:
            how = table.entry(link)
        except NotTrue as failure:
            return str(failure)
        if how and link.entry.rules == self._rules:
            return f"#{link.entry.seq} {how}."
        if how:
            otherwise.append(how)
        return ""

    def _held(self, link: Link, *, ruled: bool) -> Checked:
        entry = link.entry
        ruling = ", the ruling comes out the same" if ruled else ""
        if any(draw.n == ENTERED for draw in entry.dice):
            says = f"The chain holds{ruling}; dice rolled elsewhere, which nothing proves."
            return Checked(link, State.UNPROVEN, says)
        if entry.dice and entry.epoch in self._unrevealed:
            sealed = f"the seed of epoch {entry.epoch} is not revealed: nobody can check its dice yet."
            return Checked(link, State.UNPROVEN, f"The chain holds{ruling}; {sealed}")
        dice = ", its dice follow from seed and cuts" if entry.dice else ""
        return Checked(link, State.VERIFIED, f"The chain holds{dice}{ruling}.")
