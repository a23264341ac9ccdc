"""What must hold in every rule book: ladders end, Replacement lowers, Battle Hardening does not."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.counter import Counter, Key, Rung
from rules.asl.words import UnitClass
from rules.refusal import DataError

CLASSES = tuple(UnitClass)


def check_counters(counters: Mapping[Key, Counter], highest: int) -> None:
    """`highest` is the highest Morale Level. Raises DataError that names the counter, the key and what would
    be right."""
    for counter in counters.values():
        for level in (counter.morale, counter.broken, *dict(counter.broken_of).values()):
            if level is not None and not 0 < level <= highest:
                raise _wrong(counter, "broken", f"a Morale Level is 1 to {highest}, not {level}")
        for worse in _replacements(counter):
            _require_no_gain(counter, counters[worse])
        for better in _hardenings(counter):
            _require_no_loss(counter, counters[better])
        for smaller in (counter.half, counter.reduced):
            if smaller is not None:
                _require_smaller(counter, counters[smaller])
        if counter.underlined and counter.replaced is not None:
            raise _wrong(counter, "replaced", "underlined morale needs nothing: the squad splits (A19.13)")
        if counter.broken is None and counter.reduced is None and counter.half is None:
            raise _wrong(counter, "broken", "needs a broken side, or a step that it loses instead")
    _require_no_loop(counters, "replaced", {key: _replacements(c) for key, c in counters.items()})
    for circumstance in (None, *{when for c in counters.values() for when, _ in c.hardened_when}):
        _require_no_loop(
            counters,
            "hardened",
            {
                key: _present(
                    dict(c.hardened_when).get(circumstance, c.hardened) if circumstance else c.hardened
                )
                for key, c in counters.items()
            },
        )


def _present(*rungs: Rung) -> tuple[Key, ...]:
    return tuple(rung for rung in rungs if rung is not None)


def _replacements(counter: Counter) -> tuple[Key, ...]:
    return _present(counter.replaced, counter.replaced_by_ssr, *(rung for _, rung in counter.replaced_when))


def _hardenings(counter: Counter) -> tuple[Key, ...]:
    return _present(counter.hardened, *(rung for _, rung in counter.hardened_when))


def _require_no_gain(counter: Counter, worse: Counter) -> None:
    if counter.broken is None and worse.broken is not None:
        raise _wrong(counter, "broken", f"is missing; {worse.key.name}, which Replaces it, has a broken side")
    gains = [
        what
        for what, before, after in (
            ("firepower", counter.firepower, worse.firepower),
            ("range", counter.range, worse.range - counter.gains_range),
            ("morale", counter.morale, worse.morale),
            ("broken morale", counter.broken or 0, worse.broken or 0),
            ("class", -_rank(counter), -_rank(worse)),
        )
        if after > before
    ]
    if gains:
        raise _wrong(
            counter, "replaced", f"{worse.key.name} gains {gains[0]}; needs a counter no better (A19.13)"
        )


def _require_no_loss(counter: Counter, better: Counter) -> None:
    if better.firepower < counter.firepower or better.range < counter.range:
        raise _wrong(
            counter, "hardened", f"{better.key.name} loses a strength factor; needs none lower (A15.3)"
        )


def _require_smaller(counter: Counter, smaller: Counter) -> None:
    if smaller.firepower > counter.firepower or smaller.morale > counter.morale:
        raise _wrong(counter, "half", f"{smaller.key.name} is stronger than the whole")


def _require_no_loop(
    counters: Mapping[Key, Counter], name: str, steps: Mapping[Key, tuple[Key, ...]]
) -> None:
    ended: set[Key] = set()

    def walk(key: Key, passed: tuple[Key, ...]) -> None:
        if key in passed:
            raise _wrong(counters[key], name, "the ladder comes back to it; needs an end")
        if key not in ended:
            for following in steps[key]:
                walk(following, (*passed, key))
            ended.add(key)

    for key in steps:
        walk(key, ())


def _rank(counter: Counter) -> int:
    """Place of the class, best first; counters without a class stand with the best."""
    return CLASSES.index(counter.key.unit_class) if counter.key.unit_class else 0


def _wrong(counter: Counter, key: str, needs: str) -> DataError:
    of = counter.key
    unit_class = f" {of.unit_class}" if of.unit_class else ""
    return DataError(f"{of.nation}.toml: {of.type} {of.name}{unit_class}: {key}: {needs}")
