"""The verification of an export from its first line to its last."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from msgspec.json import decode

from bot.events.codecs import EVENTS
from bot.events.desk import CampaignImported, OrdersSealed, SealOpened
from bot.events.epochs import EpochClosed
from bot.events.table import (
    CampaignOpened,
    Cut,
    EpochOpened,
    EpochRevealed,
    GameOpened,
    PieceNamed,
    QuestionAsked,
    UnitAdded,
)
from bot.ledger.entry import Link, read_entry
from bot.ledger.exported import Exported, NotExported
from bot.ledger.ruleset import rules_hash
from bot.verify.chain import Chain
from bot.verify.epochs import Epochs, Revealed, seed_of
from bot.verify.failure import NotTrue
from bot.verify.report import Verified
from bot.verify.retelling import retelling
from bot.verify.rulings import Differing, Ruled, Rulings
from bot.verify.seals import Seals
from bot.verify.seen import Footer, check_seen
from bot.verify.skim import Skim, skim
from rules.event import Event
from rules.json import Object
from rules.refusal import DataError

WATCHED = frozenset(
    event.tag
    for event in (
        *(GameOpened, CampaignOpened, EpochOpened, Cut, EpochRevealed, EpochClosed),
        *(UnitAdded, PieceNamed, QuestionAsked, CampaignImported, OrdersSealed, SealOpened),
    )
)
"""tags of the events that chain, dice and seals look at"""
REVEALS = b'"event":"epoch_revealed"'
AT_ONCE = 500
"""entries whose rulings are applied again in one go"""
ALONE = 2000
"""entries from which on all processors share the rulings"""


def verify(files: Sequence[Path], seen: Sequence[Footer] = (), rules: str | None = None) -> Verified:
    """Reads the files, parts of one export in order: for the seeds, for chain and dice, for the rulings.

    `rules` is the hash under which rulings have to come out the same, that of this program if not said.
    Raises NotTrue with the first failure.
    """
    exported, rules = Exported(files), rules or rules_hash()
    try:
        chain, epochs = follow(exported)
        ruled = _ruled(exported, chain.seq, rules)
        otherwise = _retold(exported, chain.seq, rules, {one.seq for one in ruled.differing})
        check_seen(exported, seen)
    except NotExported as error:
        raise NotTrue(str(error)) from error
    return Verified(
        exported.game,
        chain.seq,
        chain.head.hex(),
        epochs.dice,
        epochs.entered,
        epochs.unrevealed,
        ruled.rulings,
        tuple(sorted((*ruled.differing, *otherwise), key=lambda one: one.seq)),
        len(seen),
        rules,
    )


def follow(exported: Exported) -> tuple[Chain, Epochs]:
    """Chain and dice of a whole export. Raises NotTrue, NotExported."""
    chain, epochs = begun(exported)
    for _ in followed(exported, chain, epochs):
        pass
    return chain, epochs


def begun(exported: Exported) -> tuple[Chain, Epochs]:
    """Chain and dice before the first entry. Raises NotExported."""
    return Chain(exported.game), Epochs(exported.game, dict(_seeds(exported)))


def followed(exported: Exported, chain: Chain, epochs: Epochs) -> Iterator[Skim]:
    """Each entry, once chain, dice and seals hold up to it. Raises NotTrue, NotExported."""
    seals = Seals()
    for line in exported.lines():
        body, recorded = line.framed()
        try:
            entry = skim(body)
        except ValueError as error:
            line.read()
            raise NotTrue(f"{line.where} is no entry: {error}.") from error
        chain.entry(entry, body, recorded)
        for event in _watched(entry):
            chain.event(entry, event)
            epochs.event(entry, event)
            seals.event(entry.seq, event)
        epochs.draws(entry)
        yield entry


def _seeds(exported: Exported) -> Iterator[tuple[int, Revealed]]:
    """Every seed that can be read; what is wrong with another is told where the chain comes to it."""
    for line in exported.holding(REVEALS):
        with suppress(NotExported, NotTrue, ValueError):
            entry = skim(line.framed()[0])
            for event in _watched(entry):
                if isinstance(event, EpochRevealed):
                    yield event.epoch, Revealed(seed_of(entry.seq, event.seed), entry.seq)


def _watched(entry: Skim) -> Iterator[Event]:
    for stored in entry.events:
        if stored.get("event") in WATCHED:
            yield _read(entry.seq, stored)


def _read(seq: int, stored: Object) -> Event:
    try:
        event: Event = EVENTS.read(stored)
    except DataError as error:
        raise NotTrue(f"#{seq} cannot be read: {error}.") from error
    return event


def _ruled(exported: Exported, entries: int, rules: str) -> Ruled:
    """All rulings in the order of the entries. Raises NotTrue."""
    rulings = 0
    differing: list[Differing] = []
    for ruled in applied(exported, entries, rules):
        if ruled.failure:
            raise NotTrue(ruled.failure)
        rulings += ruled.rulings
        differing += ruled.differing
    return Ruled(rulings, tuple(differing))


def _retold(exported: Exported, entries: int, rules: str, known: Collection[int]) -> list[Differing]:
    """All entries in their order, as commands; those that other rules made otherwise. Raises NotTrue."""
    differing: list[Differing] = []
    with retelling(exported.game) as table:
        for line in exported.between(1, entries):
            body, recorded = line.framed()
            # Its form was looked at where its ruling was applied again.
            entry = read_entry(decode(body))
            how = table.entry(Link(entry, body, b"", recorded))
            if how and entry.rules == rules:
                raise NotTrue(f"#{entry.seq} {how}.")
            if how and entry.seq not in known:
                differing.append(Differing(entry.seq, entry.rules, how, ruling=False))
    return differing


def applied(exported: Exported, entries: int, rules: str) -> Iterator[Ruled]:
    """The rulings among so many entries applied again, some hundred at a time."""
    spans = [(first, min(first + AT_ONCE - 1, entries)) for first in range(1, entries + 1, AT_ONCE)]
    workers = os.cpu_count() or 1
    if entries < ALONE or workers == 1:
        yield from (Rulings(exported, rules).between(*span) for span in spans)
        return
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(exported, rules)) as pool:
        yield from pool.map(_between, spans)


_at_work: list[Rulings] = []
"""of a process that shares the rulings: the one object that it was started with"""


def _begin(exported: Exported, rules: str) -> None:
    _at_work.append(Rulings(exported, rules))


def _between(span: tuple[int, int]) -> Ruled:
    return _at_work[0].between(*span)
