"""The first sight of the page, and a typed command answered on it, in milliseconds.

    python -P bench/page.py [TIMES]

Needs chromium. The first sight is counted from the request for a fresh browser's first page until the line
that one writes in is there with the posts; an answer from Enter until the referee's post is drawn.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bot.commands.table import Table, set_table

OPENED = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
    "@alice /roster add counter:4-6-7 location:G5 number:6 side:German",
)
WATCH = """count => new Promise(done => {
  const line = document.querySelector("main input[role=combobox]");
  const began = performance.now();
  const seen = new MutationObserver(() => {
    if (document.querySelectorAll("article .tag").length <= count) return;
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  });
  seen.observe(document.querySelector(".log"), { childList: true, subtree: true });
  line.form.requestSubmit();
})"""
"""sends what is written, and gives the milliseconds until one more post of the bot is drawn"""


async def first_sight(browser: Browser, table: Table) -> float:
    """Seconds, in a context without a cache."""
    context = await browser.new_context()
    page = await context.new_page()
    began = time.perf_counter()
    await page.goto(table.sandbox.page)
    await page.locator("article").last.wait_for()
    seconds = time.perf_counter() - began
    await context.close()
    return seconds


async def answered(page: Page, command: str) -> float:
    """Seconds from Enter to the post."""
    before = await page.locator("article .tag").count()
    await page.get_by_role("combobox", name="Write a message").fill(command)
    await page.keyboard.press("Escape")
    milliseconds: float = await page.evaluate(WATCH, before)
    return milliseconds / 1000


def told(what: str, seconds: list[float]) -> None:
    shown = f"{statistics.median(seconds) * 1000:6.0f} ms median, {max(seconds) * 1000:6.0f} ms at most"
    print(f"{what:<28} {shown}, {len(seconds)} times")


async def main(times: int) -> None:
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder:
        async with (
            set_table(Path(folder) / "table.db") as table,
            async_playwright() as driver,
            await driver.chromium.launch(executable_path=browser_path, args=alone) as browser,
        ):
            for line in OPENED:
                await table.typist.type(line)
            told("first page", [await first_sight(browser, table) for _ in range(times)])
            page = await browser.new_page()
            await page.goto(f"{table.sandbox.page}#alice/table")
            await page.locator("article").last.wait_for()
            mc = "/mc result:NMC location:G5 known_enemy_in_los:false adjacent_enemy:false"
            for command in ("/game show", "/dr", mc):
                told(command[:28], [await answered(page, command) for _ in range(times)])


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
