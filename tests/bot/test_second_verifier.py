"""docs/verify.js, written from docs/trust.md alone, finds what `referee verify` finds of chain and dice."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.events.table import EnteredDiceAllowed
from bot.operations.amending import amend
from bot.operations.answering import answer
from bot.operations.correcting import Resting
from bot.operations.epochs import cut, reveal
from bot.operations.revising import Amendment, revised
from bot.operations.rolling import DiceWanted, roll
from bot.verify import NotTrue

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = DOCS / "verify.js"
FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False}
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run docs/verify.js with")


@pytest.fixture
def second(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the verifier on the parts of an export."""

    def run(*parts: bytes) -> subprocess.CompletedProcess[str]:
        files = []
        for number, data in enumerate(parts):
            files.append(tmp_path / f"part-{number}.jsonl")
            files[-1].write_bytes(data)
        return subprocess.run(
            [str(NODE), str(SCRIPT), *map(str, files)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
async def played(desk: Any, people: Any, exported: Any) -> bytes:
    """#4 roster, #5 and #6 a PTC with dice entered, #7 NMC, #8 revealed, #9, #10 cut, #11 dice, the end."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("PTC", bob, typed=(2, 3, 2, 2))
    await desk.ask(alice, answer(1, 5, "agree"))
    await desk.check("NMC", facts={"known_enemy_in_los": True, "adjacent_enemy": False})
    await desk.ask(alice, reveal())
    await desk.posted(1)
    await desk.ask(alice, cut(1, 8, 1))
    await desk.ask(bob, cut(1, 8, 2))
    await desk.ask(bob, roll(DiceWanted(3, 10, 1), 'Müller\'s \\ "dice"\t🎲'))
    await desk.end()
    data: bytes = await exported(desk)
    return data


def test_the_script_is_short_and_needs_node_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    assert [line for line in text.splitlines() if "require(" in line and "node:" not in line] == []


def test_the_published_vectors_hold() -> None:
    """Commitments and dice of every vector, computed by the script."""
    program = (
        f"const v = require({json.dumps(str(SCRIPT))});"
        f"const vectors = require({json.dumps(str(DOCS / 'vectors.json'))});"
        "console.log(JSON.stringify(vectors.map(({ game, epoch, seed, cuts, draws }) => {"
        "  const bytes = Buffer.from(seed, 'hex'), key = v.epochKey(game, epoch, bytes, cuts);"
        "  return { commitment: v.commitment(game, epoch, bytes),"
        "    faces: draws.map((d) => v.faces(key, d.name, d.n, d.faces.length, d.sides)) };"
        "})));"
    )
    ran = subprocess.run([str(NODE), "-e", program], capture_output=True, text=True, timeout=60, check=True)
    vectors = json.loads((DOCS / "vectors.json").read_text(encoding="utf-8"))
    assert json.loads(ran.stdout) == [
        {"commitment": vector["commitment"], "faces": [draw["faces"] for draw in vector["draws"]]}
        for vector in vectors
    ]


def test_an_honest_export_holds_whole_or_in_parts(played: bytes, second: Any, check: Any) -> None:
    found = check(played)
    ran = second(played)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == (
        f"Game 1: 13 entries, chain to {found.head[:16]}.\n"
        f"{found.dice} draws follow from the seeds revealed and the cuts; 2 were entered.\n"
    )
    rows = played.splitlines(keepends=True)
    assert second(b"".join(rows[:4]), b"".join(rows[4:])).stdout == ran.stdout


async def test_what_is_not_revealed_is_told(desk: Any, people: Any, exported: Any, second: Any) -> None:
    await desk.open()
    await desk.ask(people[0], roll(DiceWanted(1, 6)))
    ran = second(await exported(desk))
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "Epoch 1: 1 draws are NOT verified.")


def _set(place: int, *path: Any, to: Any) -> Callable[[list[Any]], None]:
    def change(entries: list[Any]) -> None:
        *inner, last = path
        value = entries[place]
        for key in inner:
            value = value[key]
        value[last] = to

    return change


def _dropped(entries: list[Any]) -> None:
    del entries[3]


def _doubled(entries: list[Any]) -> None:
    entries.insert(3, entries[3])


def _swapped(entries: list[Any]) -> None:
    entries[8], entries[9] = entries[9], entries[8]


def _swapped_dice(entries: list[Any]) -> None:
    one, other = entries[6]["dice"][:2]
    one["name"], other["name"] = other["name"], one["name"]


def _late_cut(entries: list[Any]) -> None:
    entries[8]["request"] = entries[8]["events"][0]["cut"] = "4711"


def _two_answers(entries: list[Any]) -> None:
    entries[6]["answers"] = 5


@pytest.mark.parametrize(
    "change",
    [
        _dropped,
        _doubled,
        _swapped,
        _swapped_dice,
        _late_cut,
        _two_answers,
        _set(6, "dice", 0, "faces", to=[6, 7]),
        _set(6, "dice", 0, "n", to=1),
        _set(6, "dice", 0, "n", to=-1),
        _set(6, "dice", 0, "name", to="mc:9"),
        _set(10, "dice", 0, "sides", to=12),
        _set(10, "dice", 0, "n", to=1),
        _set(10, "epoch", to=1),
        _set(7, "events", 0, "seed", to=f"{2:064x}"),
        _set(7, "events", 0, "epoch", to=2),
        _set(7, "events", 1, "commitment", to="0" * 64),
        _set(7, "events", 1, "epoch", to=3),
        _set(8, "events", 0, "seat", to=2),
        _set(8, "events", 0, "seat", to=3),
        _set(0, "events", 0, "entered", to="never"),
        _set(0, "events", 0, "sides", to=[]),
        _set(3, "events", 1, "piece", to="7"),
        _set(3, "at", to="2025-01-01T00:00:00.000Z"),
        _set(3, "request", to="1001"),
        _set(3, "voids", to=[2]),
        _set(6, "voids", to=[1]),
        _set(6, "voids", to=[9]),
        _set(3, "v", to=2),
        _set(3, "wishes", to=[]),
        _set(3, "game", to=2),
        _set(5, "answers", to=4),
    ],
)
def test_both_verifiers_find_what_a_host_forges(
    played: bytes, second: Any, check: Any, forged: Any, change: Callable[[list[Any]], None]
) -> None:
    data = forged(played, change)
    with pytest.raises(NotTrue):
        check(data)
    ran = second(data)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("NOT VERIFIED. Line ")


@pytest.mark.parametrize(
    ("voids", "holds"),
    [
        ([5], False),  # amended again, the first ruling stays void
        ([6], False),
        ([7], True),
        ([4, 7], True),
    ],
)
async def test_both_verifiers_know_what_stays_void_under_an_amendment_amended_again(
    desk: Any, people: Any, exported: Any, second: Any, check: Any, forged: Any, voids: list[int], holds: bool
) -> None:
    """#5 a NMC, #6 the same as a 1MC, #7 as a 2MC, #8 whatever is void by it; under rules of another hash."""
    alice, _, _ = people
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    await desk.check("NMC", alice, facts=FACTS, typed=(1, 2))
    for seq, result in ((5, "1MC"), (6, "2MC")):
        change = revised(Amendment(result=result))
        await desk.ask(alice, amend(seq, "another result", Resting(), change))
    await desk.ask(alice, roll(DiceWanted(1, 6)))

    def strike(entries: list[Any]) -> None:
        entries[7] |= {"kind": "voided", "voids": voids, "reason": "forged", "dice": []}
        entries[7]["events"] = [{"event": "voided", "of": voids[0], "stays": [], "foreseen": [], "cite": ""}]
        entries[7]["inputs"] = {}

    data = forged(await exported(desk), strike)
    assert (second(data).returncode == 0) is holds
    if holds:
        assert check(data, rules="fedcba9876543210").entries == 8
    else:
        with pytest.raises(NotTrue, match="#8 voids #"):
            check(data, rules="fedcba9876543210")


@pytest.mark.parametrize(
    "tampered",
    [
        lambda data: data[:-1],
        lambda data: data[: data.rindex(b'{"end"')],
        lambda data: data + b"\n",
        lambda data: data.replace(b'"seq":4', b'"seq":4.0'),
        lambda data: data.replace(b'"seq":4', b'"seq": 4'),
        lambda data: data.replace(b'"seq":4', b'"seq":4,"seq":4'),
        lambda data: data.replace("ü".encode(), "u\u0308".encode()),
        lambda data: data.replace("ü".encode(), b"\\u00fc"),
        lambda data: data.replace("ü".encode(), b"\xfc"),
        lambda data: data.replace("ü".encode(), b"\\ud800"),
        lambda data: data.replace("ü".encode(), b"\\u0000"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"",
    ],
)
def test_both_verifiers_take_one_spelling_and_a_whole_file(
    played: bytes, second: Any, check: Any, tampered: Callable[[bytes], bytes]
) -> None:
    data = tampered(played)
    assert data != played
    with pytest.raises(NotTrue):
        check(data)
    assert second(data).returncode == 1
