"""Changes every number, rung and mark of the rules' data, one at a time, and shows that a test notices.

    python tests/rules/changed_data.py [asl] [konrad] [--all]

Each value is changed in memory; then the loader, the tests that transcribe the sheet a second time and the
numbered cases run until one of them fails. Prints the changes that nothing noticed (with `--all` every
change with what caught it) and the count; exits 1 where one was not caught. It takes some minutes.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints
from unittest.mock import patch

from bot.commands.cases import judge, read_cases
from rules import rulings
from rules.asl import book
from rules.asl.tables import Table
from rules.asl.words import Flag, UnitClass
from rules.given import Given
from rules.konrad import book_data
from rules.konrad.rulings import rulings as konrad_rulings
from rules.konrad.settings import Settings
from rules.refusal import DataError

ROOT = Path(__file__).parents[2]
CASES = (ROOT / "rules" / "cases", ROOT.parent / "shared" / "cases")
TESTS = ("test_counters", "test_other_rulings", "test_arnhem_examples", "test_phases", "test_refusals")
WORDS = ("cite", "what", "says", "subject", "words", "label", "name", "nation", "module", "phase", "id")
"""what is said of a number, and names by which tables are found"""
RUNGS = ("half", "replaced", "hardened", "replaced_by_ssr", "reduced", "broken_as", "rallied_as")
ENDS = {"replaced": "nothing", "hardened": "fanatic"}

Place = tuple[Any, ...]
Check = tuple[str, Callable[[], str]]
"""What a check is called, and what runs it: it says what is wrong, "" for nothing."""


@dataclass(frozen=True)
class Change:
    """One value of a file that is another."""

    file: str
    place: Place
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.file} {'.'.join(map(str, self.place))}: {self.old!r} -> {self.new!r}"

    def made(self, content: dict[str, Any]) -> dict[str, Any]:
        changed = copy.deepcopy(content)
        table = changed
        for key in self.place[:-1]:
            table = table[key]
        table[self.place[-1]] = self.new
        return changed


def changes(file: str, content: dict[str, Any]) -> Iterator[Change]:
    for place, value in values(content):
        for new in others(place, value, content):
            yield Change(file, place, value, new)


def values(content: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that is no table, and every list of words."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key not in WORDS:
                yield from values(value, (*place, key))
    elif isinstance(content, list) and content and not isinstance(content[0], str):
        for number, value in enumerate(content):
            yield from values(value, (*place, number))
    else:
        yield place, content


def others(place: Place, value: Any, content: dict[str, Any]) -> Iterator[Any]:
    """What else could stand there."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, list):
        yield from (value[:number] + value[number + 1 :] for number in range(len(value)))
    elif place[-1] == "class":
        classes = list(UnitClass)
        yield classes[(classes.index(UnitClass(value)) + 1) % len(classes)].value
    elif place[-1] == "leaders":
        yield "finnish" if value == "standard" else "standard"
    elif place[-1] == "flag":
        yield Flag.FANATIC.value
    elif rung := next((key for key in reversed(place) if key in RUNGS or str(key).endswith("_when")), None):
        yield from rungs(str(rung).removesuffix("_when"), place, value, content)
    elif value.count("-") in (1, 2) or value[:1].isdigit():
        first, *rest = value.split("-")
        yield "-".join((str(int(first[:1]) + 1) + first[1:], *rest))
    elif place[0] == "settings":
        yield from (word.value for word in get_type_hints(Settings)[place[-1]] if word != value)
    elif place[-1] == "platoons":
        yield from (row["id"] for row in content["platoons"] if row["id"] != value)


def rungs(rung: str, place: Place, value: str, content: dict[str, Any]) -> Iterator[str]:
    """The end of the ladder, and another counter of the same table."""
    end = ENDS.get(rung)
    if end is not None and value != end:
        yield end
    kind = "half_squads" if rung == "half" else place[0] if place[0] != "nation" else place[2]
    rows = content[kind] if place[0] != "nation" else content["nation"][place[1]][kind]
    names = [row["counter"] for row in rows]
    yield next(name for name in [*names, "9-9-9"] if name != value.split()[0])


def functions(name: str) -> Iterator[Check]:
    """The tests of a file that need no fixture, once for each of their parameters."""
    path = Path(__file__).with_name("asl") / f"{name}.py"
    if not path.exists():
        return
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for test, function in inspect.getmembers(module, inspect.isfunction):
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        if not test.startswith("test_") or len(marks) > 1:
            continue
        named, rows = (marks[0].args[0], marks[0].args[1]) if marks else ((), [()])
        names = [part.strip() for part in named.split(",")] if isinstance(named, str) else list(named)
        if set(inspect.signature(function).parameters) == set(names):
            for row in rows:
                given = dict(zip(names, row if len(names) != 1 else (row,), strict=True))
                yield f"{name}::{test}", tested(function, given)


def tested(function: Callable[..., None], given: dict[str, Any]) -> Callable[[], str]:
    def run() -> str:
        try:
            function(**given)
        except Exception as wrong:  # whatever a test raises, it has noticed
            return str(wrong) or type(wrong).__name__
        return ""

    return run


def cases(kind: str) -> Iterator[Check]:
    for folder in CASES:
        for path in sorted(folder.glob(f"{kind}*.jsonl")):
            for case in read_cases(path):
                yield f"{path.name} {case['id']}", judged(case)


def judged(case: Any) -> Callable[[], str]:
    def run() -> str:
        try:
            return judge(case).wrong
        except Exception as wrong:  # a ruling that breaks on altered data has noticed, too
            return repr(wrong)

    return run


@contextmanager
def asl_with(files: dict[str, dict[str, Any]]) -> Iterator[None]:
    """The rules of ASL with these contents of their files. Raises DataError where they cannot be used."""

    def read(folder: Any, path: str) -> Table:
        return Table(files[path], path)

    book.book.cache_clear()
    try:
        with patch.object(book, "read_table", read):
            for module in book.modules():
                book.book(module)
            yield
    finally:
        book.book.cache_clear()


@contextmanager
def konrad_with(files: dict[str, dict[str, Any]]) -> Iterator[None]:
    """The rules of a campaign with this content of campaign.toml. Raises DataError."""
    with patch.object(book_data, "read_toml", lambda file: Given(files["campaign.toml"], "top")):
        altered = konrad_rulings(book_data.load_book())
    with patch.dict(rulings.RULINGS, altered):
        yield


def caught(change: Change, files: dict[str, dict[str, Any]], used: Any, checks: list[Check]) -> str:
    """What notices the change, "" for nothing; a check that did is tried first the next time."""
    altered = {**files, change.file: change.made(files[change.file])}
    try:
        with used(altered):
            for place, (name, run) in enumerate(checks):
                if run():
                    checks.insert(0, checks.pop(place))
                    return name
    except DataError as wrong:
        return f"the loader: {wrong}"
    return ""


def read(folder: Path) -> dict[str, dict[str, Any]]:
    return {
        str(path.relative_to(folder)): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.toml"))
        if path.name != "sample.toml"
    }


KINDS = {
    "asl": (asl_with, lambda: [*(check for name in TESTS for check in functions(name)), *cases("asl")]),
    "konrad": (konrad_with, lambda: list(cases("konrad"))),
}


def survivors(
    kind: str, *, tell: Callable[[str], None] = lambda line: None, only: str = ""
) -> tuple[int, list[Change]]:
    """How many changes were made in the data of a kind, or in one file, and those that nothing noticed."""
    files = read(ROOT / "rules" / "data" / kind)
    used, checks_of = KINDS[kind]
    checks = checks_of()
    with used(files):
        wrong = [f"{name}: {said}" for name, run in checks if (said := run())]
    assert not wrong, wrong
    made, left = 0, []
    for file in [only] if only else files:
        for change in changes(file, files[file]):
            made += 1
            by = caught(change, files, used, checks)
            tell(f"{change}: {by or 'NOT CAUGHT'}")
            if not by:
                left.append(change)
    return made, left


def main(arguments: list[str]) -> int:
    kinds = [word for word in arguments if word in KINDS] or list(KINDS)
    tell = print if "--all" in arguments else lambda line: None
    missed = 0
    for kind in kinds:
        made, left = survivors(kind, tell=tell)
        for change in left:
            print(f"NOT CAUGHT {change}")
        print(f"{kind}: {made} changes, {made - len(left)} caught")
        missed += len(left)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
