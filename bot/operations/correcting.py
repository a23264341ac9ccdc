"""What a correction strikes, what rests on it, and whether it can be made alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from bot.ledger.entry import Entry, Kind, Voiding, lasts, struck, thrown
from bot.operations.otherwise import Otherwise
from bot.play.sitting import Sitting
from bot.store.transaction import Transaction
from rules.refusal import Refused

PROPOSALS = frozenset({"void_proposed", "amendment_proposed", "end_proposed"})
WHY_LASTING = {
    Kind.OPENED: "/game end closes the game",
    Kind.JOINED: "/game seat hands a side over",
    Kind.SEATED: "/game seat hands the side back",
    Kind.HOSTED: "/game host appoints another",
    Kind.MOVED: "/game move takes the game elsewhere",
}


class Resting(Struct, frozen=True):
    """Which of the entries that rest on a corrected one are let stand: these, or all of them."""

    stay: frozenset[int] = frozenset()
    all_stay: bool = False

    def lets_stand(self, seq: int) -> bool:
        return self.all_stay or seq in self.stay


class Plan(Struct, frozen=True):
    """`voids` begins with entry `of`; `stays` rest on it and stand."""

    of: int
    voids: tuple[int, ...]
    stays: tuple[int, ...]
    dice_fell: bool
    rested_on: bool


def target(sitting: Sitting, seq: int) -> Entry:
    """The entry to correct. Raises Refused `no_entry`, `void`, `lasting`, `proposal` or `declined`."""
    game = sitting.game
    link = sitting.tx.entry(game.id, seq)
    if link is None:
        raise Refused(
            "no_entry", f"This game has no entry #{seq}; its last is #{sitting.tx.head(game.id)[0]}."
        )
    entry = link.entry
    by = sitting.tx.voids.by(game.id, seq)
    if by:
        raise Refused("void", f"#{seq} is void by #{by}; /undo entry:{by} has it stand again.")
    if lasts(entry.kind, map(_tag, entry.events)):
        instead = WHY_LASTING.get(entry.kind, "dice follow from seeds, cuts and reveals, which stay")
        raise Refused("lasting", f"#{seq} cannot be void: {instead}.")
    if is_proposal(entry):
        raise Refused("proposal", f"#{seq} proposes a correction; its own buttons refuse or withdraw it.")
    if entry.kind is Kind.DECLINED:
        raise Refused("declined", f"#{seq} changed nothing; there is nothing to correct.")
    return entry


def is_proposal(entry: Entry) -> bool:
    """Whether an entry of kind `asked` waits for consent to a correction, or to the end of the game."""
    return any(_tag(event) in PROPOSALS for event in entry.events)


def chain_of(tx: Transaction, entry: Entry) -> tuple[Entry, ...]:
    """A ruling with the questions that it came through, in their order; an entry of another kind alone."""
    chain = [entry]
    while chain[0].answers:
        before = tx.entry_named(entry.game, chain[0].answers)
        if is_proposal(before):
            break
        chain.insert(0, before)
    while chain[-1].kind is Kind.ASKED:
        answer = tx.answer_to(entry.game, chain[-1].seq)
        if answer is None:
            break
        chain.append(answer.entry)
    return tuple(chain)


def first_of(tx: Transaction, entry: Entry) -> Entry:
    """The entry with which it began: a question asked after another, or a proposal that some agreed to."""
    while entry.answers:
        entry = tx.entry_named(entry.game, entry.answers)
    return entry


def planned(sitting: Sitting, entry: Entry, pieces: Collection[str], resting: Resting) -> Plan:
    """What goes with `entry`: its chain, and what later entries made of `pieces`, which it concerns.

    Raises Refused `not_resting`, `open_question` or `amended_since`.
    """
    tx = sitting.tx
    chain = chain_of(tx, entry)
    found = _resting(tx, chain, pieces, resting, Otherwise(tx, sitting.game, chain))
    gone = {one.seq for one in found if not resting.lets_stand(one.seq)}
    stays = {one.seq for one in found} - gone
    for seq in sorted(resting.stay - stays):
        raise Refused("not_resting", f"#{seq} does not rest on #{entry.seq}.")
    for one in found:
        if one.seq in stays and one.kind is Kind.ASKED and tx.answer_to(one.game, one.seq) is None:
            raise Refused(
                "open_question", f"#{one.seq} waits for an answer about these pieces; it cannot stay."
            )
    require_no_batch(sitting, (one for one in found if one.seq in gone))
    others = sorted(({one.seq for one in chain} | gone) - {entry.seq})
    voids = (entry.seq, *others)
    return Plan(entry.seq, voids, tuple(sorted(stays)), _dice_fell(tx, entry.game, voids), bool(found))


def require_no_batch(sitting: Sitting, entries: Iterable[Entry]) -> None:
    """Raise Refused `batch` for a ruling of a campaign that rolled dice and amends none."""
    for entry in entries:
        if sitting.game.is_campaign and entry.kind is Kind.RULING and entry.dice and not entry.voids:
            raise Refused(
                "batch",
                f"#{entry.seq} is a batch, which is never rolled anew. Where it rests on what is struck, "
                f"stays:{entry.seq} has it stand; its strengths are amended with /campaign hand batch.",
            )


def _resting(
    tx: Transaction,
    chain: Sequence[Entry],
    pieces: Collection[str],
    resting: Resting,
    otherwise: Otherwise,
) -> list[Entry]:
    """The standing entries that read what these wrote, or what one of themselves wrote, but for the chain.

    Rulings under terms of the game that these set are among them where they come out `otherwise`.
    """
    game, own = chain[0].game, {entry.seq for entry in chain}
    void = tx.voids.struck(game)
    concerned, turns = set(pieces), any(entry.kind is Kind.TURN for entry in chain)
    found: dict[int, Entry] = {}
    for link in tx.entries(game, _place(chain)):
        entry = link.entry
        if entry.seq in void or entry.seq in own or entry.seq in found or entry.kind is Kind.VOIDED:
            continue
        under_terms = otherwise.concerns(entry)
        rests = under_terms or not concerned.isdisjoint(entry.read)
        if not rests and not (turns and entry.kind is Kind.TURN):
            continue
        for part in chain_of(tx, entry):
            found[part.seq] = part
        if not resting.lets_stand(entry.seq):
            concerned.update(entry.written)
    return [found[seq] for seq in sorted(found)]


def _place(chain: Sequence[Entry]) -> int:
    """The seq after which entries may rest on these: an amendment stands in the place of what it amends."""
    return min(min((entry.seq, *entry.voids)) if entry.kind is Kind.RULING else entry.seq for entry in chain)


def _dice_fell(tx: Transaction, game: int, voids: tuple[int, ...]) -> bool:
    """Whether an entry is ruled with dice, its own or carried, that would stand no more, or stand again.

    Raises Refused `amended_since` where two amendments of one entry would stand.
    """
    before = tx.voids.voiding(game)
    after = [*before, Voiding(tx.head(game)[0] + 1, voids, rules=False)]
    _require_one_place(after)
    changed = struck(before).keys() ^ struck(after).keys()
    return any(thrown(tx.entry_named(game, seq), lambda of: tx.entry_named(game, of)) for seq in changed)


def _require_one_place(voiding: Iterable[Voiding]) -> None:
    listed = list(voiding)
    void, by = struck(listed), dict[int, int]()
    for one in listed:
        for seq in one.voids if one.seq not in void else ():
            if seq in by:
                raise Refused("amended_since", f"#{seq} was corrected by #{one.seq} since; undo that first.")
            by[seq] = one.seq


def _tag(event: object) -> str:
    return str(event.get("event")) if isinstance(event, dict) else ""
