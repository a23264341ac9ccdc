"""docs/sandbox.md says what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.sandbox import errors, lines
from bot.sandbox.breakage import Breakage
from bot.sandbox.server import Sandbox

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def sandbox_page() -> str:
    return (DOCS / "sandbox.md").read_text()


def test_every_act_and_every_fault_is_described(sandbox_page: str) -> None:
    sandbox = Sandbox()
    paths = {resource.canonical for resource in sandbox._app().router.resources()}
    words = {path.rsplit("/", 1)[1] for path in paths if "/keyboard/" in path}
    assert len(words) > 12
    deeds = set(Breakage(sandbox.faults)._deeds)
    described = set(re.findall(r"`(?:GET /keyboard/)?(\w+)(?:\?[^`]*)?`", sandbox_page))
    assert words | deeds <= described


def test_every_example_line_is_read(sandbox_page: str) -> None:
    commands = {"game new": ["module", "name", "elr"]}
    examples = re.findall(r"^\| `([@#][^`]*)`(?:,[^|]*)? \|", sandbox_page, re.MULTILINE)
    assert len(examples) == 11
    for example in examples:
        if not example.endswith("..."):
            assert lines.read_line(example, commands)


def test_every_code_raised_has_its_words_and_none_is_left_over() -> None:
    source = "".join(path.read_text() for path in Path(errors.__file__).parent.glob("*.py"))
    used = set(re.findall(r"api_error\((\d+)\)", source)) - {"0"}
    assert used <= {str(code) for code in errors.MESSAGES}
    unused = {str(code) for code in errors.MESSAGES} - used - {"0", "50035", "30046"}
    assert unused == set()
