"""The page of the embedded table in a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

SECONDS = 20
# A machine that does much else at a time is slow; what is awaited comes all the same.
expect.set_options(timeout=SECONDS * 1000)
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass
class Seat:
    """One person's window. `wrong` gathers what the browser complains of: it must stay empty."""

    page: Page
    wrong: list[str] = field(default_factory=list)

    @property
    def line(self) -> Locator:
        """Where one writes."""
        return self.page.get_by_role("combobox", name="Write a message")

    @property
    def proposals(self) -> Locator:
        """What is proposed while one writes."""
        return self.page.get_by_role("listbox", name="Proposals").get_by_role("option")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    async def types(self, text: str) -> None:
        """A line, without a look at what is proposed, and Enter."""
        await self.line.fill(text)
        await self.line.press("Escape")
        await self.line.press("Enter")

    async def presses(self, label: str) -> None:
        """The newest button of this name."""
        await self.page.get_by_role("button", name=label, exact=True).last.click()

    async def sees(self, text: str) -> Locator:
        """The newest post that holds the text, once it is there."""
        post = self.log.get_by_role("article").filter(has_text=text).last
        await expect(post).to_be_visible()
        return post

    async def sees_no(self, text: str) -> None:
        await expect(self.log.get_by_text(text)).to_have_count(0)

    async def told(self, text: str) -> None:
        """A mistake is told beside the line that one writes in."""
        alert = self.page.get_by_role("alert").filter(has_text=text)
        await expect(alert).to_be_visible()


Sit: TypeAlias = Callable[..., Awaitable[Seat]]


@pytest.fixture(scope="session")
def chromium() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no chromium here: apt-get install chromium brings the browser that these tests drive")
    return found


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as driver:
        # A browser run by root, as in a container, has no sandbox of its own.
        alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        running = await driver.chromium.launch(executable_path=chromium, args=alone)
        yield running
        await running.close()


@pytest.fixture
async def sit(browser: Browser) -> AsyncIterator[Sit]:
    """`await sit(sandbox, "alice")` opens a window; its options are those of a browser context."""
    seats: list[Seat] = []

    async def sat(sandbox: Any, who: str = "", channel: str = "", **options: Any) -> Seat:
        options.setdefault("viewport", {"width": 1100, "height": 900})
        context = await browser.new_context(locale="en-GB", timezone_id="UTC", **options)
        context.set_default_timeout(SECONDS * 1000)
        seat = Seat(await context.new_page())
        seats.append(seat)
        seat.page.on("pageerror", lambda error: seat.wrong.append(str(error)))
        seat.page.on("console", lambda said: said.type == "error" and seat.wrong.append(said.text))
        async with seat.page.expect_websocket():
            await seat.page.goto(f"{sandbox.page}#{who}/{channel}" if who else sandbox.page)
        return seat

    yield sat
    # A refusal of the keyboard is a 400, which the console lists.
    wrong = [said for seat in seats for said in seat.wrong if "status of 400" not in said]
    assert wrong == []


@pytest.fixture
def picture(tmp_path: Path) -> Callable[..., Awaitable[Path]]:
    """Takes a picture of a window; PICTURES names the folder that keeps it, such as docs/pictures."""

    async def taken(seat: Seat, name: str) -> Path:
        path = Path(os.environ.get("PICTURES", tmp_path)) / f"{name}.png"
        await seat.page.screenshot(path=path)
        assert path.read_bytes().startswith(b"\x89PNG")
        return path

    return taken
