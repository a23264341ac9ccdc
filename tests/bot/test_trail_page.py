"""A trail as one page: each entry with what holds of it, and nothing loaded from outside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from bot.commands.offline import transcript
from bot.ledger.canonical import canonical
from bot.ledger.entry import chained
from bot.ledger.ruleset import rules_hash
from bot.operations.answering import answer
from bot.operations.correcting import Resting
from bot.operations.roster import Recruits, add_units
from bot.operations.undoing import undo
from bot.verify.states import State

MARKUP = "</script><img src=x onerror=alert(1)>`**b**`"


@pytest.fixture
async def honest(desk: Any, people: Any, exported: Any) -> bytes:
    """#1 to #3 opened and joined, #4 roster, #5 a ruling, #6 a question, #7 its answer, #8 and #9 the end."""
    alice, bob, _ = people
    await desk.open()
    await desk.ask(alice, add_units(Recruits(None, "4-6-7", (), 1, MARKUP, "G5")))
    await desk.check("PTC", bob)
    await desk.check("NMC", bob, typed=(2, 3))
    await desk.ask(alice, answer(1, 6, "agree"))
    await desk.end()
    return await exported(desk)


@pytest.fixture
def paged(tmp_path: Path) -> Callable[[bytes], tuple[int, Path]]:
    """The exit code for an export, and the page written of it."""

    def made(data: bytes) -> tuple[int, Path]:
        (tmp_path / "export.jsonl").write_bytes(data)
        page = tmp_path / "page.html"
        return transcript([tmp_path / "export.jsonl"], page), page

    return made


def trail(page: Path) -> Any:
    """What the page holds, as it holds it."""
    (data,) = re.findall(
        r'<script type="application/json" id="trail">(.*?)</script>', page.read_text("utf-8")
    )
    return json.loads(data)


def states(page: Path) -> list[str]:
    return [entry["state"] for entry in trail(page)["entries"]]


def test_each_entry_says_what_holds_of_it(honest: bytes, paged: Any) -> None:
    code, page = paged(honest)
    assert code == 0
    assert states(page) == [*["verified"] * 6, "unproven", *["verified"] * 2]
    told = [entry["says"] for entry in trail(page)["entries"]]
    assert told[0] == "The chain holds."
    assert told[4].startswith("The chain holds, its dice follow from seed and cuts, ")
    assert told[6].endswith("dice rolled elsewhere, which nothing proves.")


async def test_dice_under_a_seed_not_revealed_are_not_proven(desk: Any, exported: Any, paged: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("PTC")
    _, page = paged(await exported(desk))
    assert states(page)[3:] == ["verified", "unproven"]
    says = trail(page)["entries"][4]["says"]
    assert says.endswith("the seed of epoch 1 is not revealed: nobody can check its dice yet.")


def test_from_the_first_entry_that_does_not_hold_nothing_counts(
    honest: bytes, paged: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page = paged(honest.replace(b"G5", b"G6"))
    assert code == 1
    assert states(page) == [*["verified"] * 3, "failed", *["unchecked"] * 5]
    failure = trail(page)["failure"]
    assert failure.startswith("#4 has hash ")
    assert trail(page)["entries"][3]["says"] == failure
    assert capsys.readouterr().err == f"NOT VERIFIED. {failure}\n"


def test_a_ruling_that_comes_out_otherwise_says_so(honest: bytes, paged: Any, forged: Any) -> None:
    def change(entries: list[Any]) -> None:
        entries[4]["inputs"]["given"]["result"] = "4MC"

    code, page = paged(forged(honest, change))
    assert (code, states(page)[3:6]) == (0, ["verified", "differs", "verified"])
    assert trail(page)["entries"][4]["says"].startswith("Chain and dice hold; ruled differently today: it ")

    def claim(entries: list[Any]) -> None:
        change(entries)
        entries[4]["rules"] = rules_hash()

    code, page = paged(forged(honest, claim))
    assert (code, states(page)[3:6]) == (1, ["verified", "failed", "unchecked"])


async def test_what_was_made_void_says_by_what_and_stays_readable(
    desk: Any, exported: Any, paged: Any
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.ask(11, undo(4, "wrong hex", Resting()))
    _, page = paged(await exported(desk))
    entries = trail(page)["entries"]
    assert [entry["void"] for entry in entries] == [False, False, False, True, False]
    (post,) = entries[3]["posts"]
    assert post["line"] == "VOID by #5 (wrong hex)\n#4 On the roster: 1 unit at G5"
    assert "4-6-7" in post["body"]


def test_an_entry_that_makes_no_post_is_shown_as_it_is_recorded(honest: bytes, paged: Any) -> None:
    _, page = paged(honest.replace(b'"event":"unit_added"', b'"event":"unit_adder"'))
    (post,) = trail(page)["entries"][3]["posts"]
    assert post["line"] == "#4 makes no post. What is recorded:"
    assert "unit_adder" in post["body"]


def test_a_ruling_told_of_a_piece_that_it_does_not_name_is_shown_as_it_is_recorded(
    honest: bytes, paged: Any, forged: Any
) -> None:
    def renamed(entries: list[Any]) -> None:
        entries[4]["events"][0]["pieces"][0]["piece"] = "77"

    _, page = paged(forged(honest, renamed))
    assert trail(page)["entries"][4]["posts"][0]["line"] == "#5 makes no post. What is recorded:"


def test_half_a_surrogate_pair_is_no_text_and_no_hindrance(honest: bytes, paged: Any) -> None:
    head, first, joined, *_ = honest.splitlines(keepends=True)
    body = joined[len(b'{"entry":') : joined.rindex(b',"hash":"')]
    body = re.sub(rb'"request":"\d+"', b'"request":"\xed\xa0\x80"', body)
    before = bytes.fromhex(first[first.rindex(b',"hash":"') + 9 :][:64].decode())
    digits = chained(before, body).hex().encode()
    line = b'{"entry":' + body + b',"hash":"' + digits + b'","posts":[]}\n'
    code, page = paged(head + first + line + canonical({"end": 2, "head": digits.decode()}) + b"\n")
    assert code == 1
    assert trail(page)["failure"] == (
        "Line 3, after #1, is no line of an export: no JSON: Invalid UTF-8 encoded string."
    )


def test_a_file_that_is_cut_gives_what_it_holds_and_says_so(honest: bytes, paged: Any) -> None:
    lines = honest.splitlines(keepends=True)
    code, page = paged(b"".join(lines[:-1]))
    assert code == 1
    assert len(states(page)) == 9
    assert "end line is missing" in trail(page)["failure"]


def test_what_is_no_export_makes_no_page(paged: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code, page = paged(b"{}\n")
    assert (code, page.exists()) == (1, False)
    assert capsys.readouterr().err.startswith("NOT VERIFIED. Line 1")


def test_the_page_holds_all_it_needs_and_no_tag_of_a_players(honest: bytes, paged: Any) -> None:
    _, page = paged(honest)
    text = page.read_text("utf-8")
    assert text.count("<script") == text.count("</script>") == 2
    assert "<img" not in text
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'",
        policy[1],
    )
    assert not re.search(r"(src|href)=", re.sub(r"<script.*</script>", "", text, flags=re.DOTALL))


def test_every_state_has_its_words_on_the_page() -> None:
    source = (Path(__file__).parents[2] / "bot/sandbox/page/src/transcript.ts").read_text("utf-8")
    assert set(re.findall(r'^  (\w+): "\S ', source, re.MULTILINE)) == {state.value for state in State}


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_the_page_opens_offline_is_read_by_all_and_prints(
    honest: bytes, paged: Any, browser: Browser, scheme: Any
) -> None:
    _, path = paged(honest)
    context = await browser.new_context(color_scheme=scheme, offline=True)
    page: Page = await context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text))
    await page.goto(path.as_uri())
    await expect(page.get_by_role("heading", level=1)).to_have_text("Game 1: German against Russian")
    entries = page.locator(".entry")
    await expect(entries).to_have_count(9)
    await expect(entries.nth(4).locator(".state")).to_contain_text("✓ Verified")
    await expect(entries.nth(6).locator(".state")).to_contain_text("○ Not proven")
    await expect(page.locator("[onerror], main img")).to_have_count(0)
    await expect(entries.nth(3)).to_contain_text("onerror")
    assert (asked, wrong) == ([path.as_uri()], [])
    assert (await page.pdf()).startswith(b"%PDF")
    reader = await (await browser.new_context(color_scheme=scheme, bypass_csp=True)).new_page()
    await reader.goto(path.as_uri())
    found = await Axe().run(reader)
    assert found.violations_count == 0, found.generate_report()
