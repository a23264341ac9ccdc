"""Lines sent to a sandbox's keyboard from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.typist import Typist
from bot.sandbox.wrong import WrongUse


@pytest.fixture
def typist(table: Any) -> Typist:
    return Typist(table.session, table.sandbox.keyboard)


async def test_a_typed_line_gives_its_posts(typist: Typist) -> None:
    outcome = await typist.type("@alice /echo words:hi")
    assert [post["content"] for post in outcome["posts"]] == ["hi 0.5 - -"]


async def test_a_channel_line_moves_what_follows(table: Any, typist: Typist) -> None:
    await table.post("channels", name="hall")
    await typist.type("#hall")
    outcome = await typist.type("@alice says over here")
    assert outcome["posts"][0]["channel"] == "hall"


async def test_a_file_is_brought_from_the_disk(tmp_path: Path, typist: Typist) -> None:
    (tmp_path / "oob.csv").write_text("a;b")
    assert (await typist.type(f"@alice uploads {tmp_path}/oob.csv"))["filename"] == "oob.csv"
    outcome = await typist.type("@alice /echo words:x file:oob.csv")
    assert outcome["posts"][0]["content"] == "x 0.5 - - a;b"


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("@alice /nothing", "/echo"),
        ("@alice uploads /no/such/file", "No such file"),
        ("#nowhere", "table"),
        ("@alice [Nothing]", "There are: none"),
    ],
)
async def test_a_wrong_line_is_a_sentence(typist: Typist, line: str, right: str) -> None:
    with pytest.raises(WrongUse, match=right):
        await typist.type(line)
