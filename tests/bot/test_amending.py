"""A campaign's batch amended: the dice kept, the numbers computed anew, both OAC asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.archive import rebuild
from bot.archive.export import export
from bot.events.codecs import EVENTS, of_konrad
from bot.events.correction import AmendmentProposed, Changed
from bot.ledger.entry import Kind
from bot.operations.amending import Made, Revised, amend
from bot.operations.answering import answer
from bot.operations.campaign import open_sample
from bot.operations.correcting import Resting
from bot.operations.opening import take_seat
from bot.operations.remo import sheet_of_named
from bot.operations.undoing import undo
from bot.play import game as games
from bot.play.sitting import Sitting
from bot.verify import verify
from rules.konrad.formations import Scenario
from rules.refusal import Refused

BATCH = 5


def tired(rsu: str, fatigue: int) -> Any:
    """The batch as it should have been, with that fatigue of the RSU."""

    def revise(sitting: Sitting, made: Made) -> Revised:
        given: Any = made.given

        def rightly(one: Any) -> Any:
            return {**one, "fatigue": fatigue} if one["id"] == rsu else one

        dsus = [{**dsu, "rsus": [rightly(one) for one in dsu["rsus"]]} for dsu in given["dsus"]]
        changed = (Changed("fatigue of SS-PzGR 5", "0", str(fatigue)),)
        return Revised(made.called, {**given, "dsus": dsus}, made.entry.read, changed)

    return revise


@pytest.fixture
async def batch(desk: Any, people: Any) -> Any:
    """#1 the sample, #2 and #3 its OAC, #4 a sheet and #5 its batch; carol is the GoW. Gives an RSU of it."""
    alice, bob, carol = people
    await desk.ask(carol, open_sample(solo=False))
    await desk.posted(1)
    state = await desk.store.read(lambda tx: games.held(tx, 1))
    for who, seat in zip((alice, bob), state.seats, strict=True):
        await desk.ask(who, take_seat(seat.side.name))
    names = {one.name: one.piece for one in state.names}
    asked = await desk.ask(carol, sheet_of_named(["SS-PzR 3", "SS-PzGR 5"], Scenario.DRAWN))
    rolled = await desk.ask(carol, answer(1, asked.link.entry.seq, "roll"))
    assert rolled.link.entry.seq == BATCH
    return names["SS-PzGR 5"]


async def entry(desk: Any, seq: int) -> Any:
    return (await desk.referee.answer_of(1, seq)).link.entry


def outcomes(entry: Any) -> dict[str, str]:
    """What became of each RSU checked."""
    events = of_konrad(EVENTS.read(event) for event in entry.events)
    return {event.rsu: type(event).__name__ for event in events if hasattr(event, "remo")}


async def state(desk: Any, rsu: str) -> str:
    (row,) = await desk.store.read(lambda tx: tx.pieces_of(1, ("campaign",)))
    (found,) = (one for dsu in row.state["dsus"] for one in dsu["rsus"] if one["id"] == rsu)
    return str(found["state"])


async def test_a_batch_is_amended_with_its_dice_once_both_oac_agree(
    desk: Any, people: Any, batch: str, tmp_path: Path
) -> None:
    alice, bob, carol = people
    assert outcomes(await entry(desk, BATCH)) == {"2": "RsuHeld", "4": "RsuHeld"}
    asked = (await desk.ask(carol, amend(BATCH, "a typing error", Resting(), tired(batch, 4)))).link.entry
    proposal = EVENTS.read(asked.events[2])
    assert isinstance(proposal, AmendmentProposed)
    assert (proposal.consents, proposal.more_dice) == ((1, 2), False)
    flips = [(one.name, one.before.state, one.after.state) for one in proposal.foreseen]
    assert flips == [("SS-PzGR 5", "good_order", "shattered")]
    assert await state(desk, batch) == "good_order"
    waits = (await desk.ask(bob, answer(1, asked.seq, "agree"))).link.entry
    with pytest.raises(Refused) as refused:
        await desk.ask(bob, answer(1, waits.seq, "agree"))
    assert refused.value.code == "not_your_answer"
    amended = (await desk.ask(alice, answer(1, waits.seq, "agree"))).link.entry
    assert outcomes(amended) == {"2": "RsuShattered", "4": "RsuHeld"}
    assert (amended.kind, amended.voids, amended.dice) == (Kind.RULING, (BATCH, 4), ())
    assert amended.written == ("campaign", "2")
    assert await state(desk, batch) == "shattered"
    await desk.store.write(rebuild.check)
    file = tmp_path / "export.jsonl"
    file.write_bytes(b"".join(await desk.store.read(lambda tx: list(export(tx, 1)))))
    assert verify([file]).entries == amended.seq


async def test_a_gow_who_holds_a_side_still_asks_both_oac(desk: Any, people: Any) -> None:
    alice, bob, _ = people
    await desk.ask(alice, open_sample(solo=False))
    await desk.posted(1)
    kept = await desk.store.read(lambda tx: games.held(tx, 1))
    for who, seat in zip((alice, bob), kept.seats, strict=True):
        await desk.ask(who, take_seat(seat.side.name))
    asked = await desk.ask(alice, sheet_of_named(["SS-PzGR 5"], Scenario.DRAWN))
    await desk.ask(alice, answer(1, asked.link.entry.seq, "roll"))
    proposed = (await desk.ask(alice, amend(5, "a typing error", Resting(), tired("2", 4)))).link.entry
    proposal = EVENTS.read(proposed.events[2])
    assert isinstance(proposal, AmendmentProposed)
    assert proposal.consents == (1, 2)
    assert (await desk.ask(alice, answer(1, proposed.seq, "agree"))).link.entry.kind is Kind.ASKED


async def test_a_batch_is_never_made_void_so_that_it_could_be_rolled_anew(
    desk: Any, people: Any, batch: str
) -> None:
    for seq in (BATCH, BATCH - 1):
        with pytest.raises(Refused) as refused:
            await desk.ask(people[2], undo(seq, "other dice, please", Resting()))
        assert refused.value.code == "batch"


async def test_an_amended_batch_may_be_put_back_as_it_was_rolled(desk: Any, people: Any, batch: str) -> None:
    alice, bob, carol = people

    async def agreed(operation: Any) -> Any:
        asked = (await desk.ask(carol, operation)).link.entry
        waits = (await desk.ask(bob, answer(1, asked.seq, "agree"))).link.entry
        return (await desk.ask(alice, answer(1, waits.seq, "agree"))).link.entry

    amended = await agreed(amend(BATCH, "a typing error", Resting(), tired(batch, 4)))
    void = await agreed(undo(amended.seq, "it was none", Resting()))
    assert (void.kind, void.voids) == (Kind.VOIDED, (amended.seq,))
    assert await state(desk, batch) == "good_order"
    await desk.store.write(rebuild.check)
