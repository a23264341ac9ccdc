"""The page's files: what is shipped is what its sources give, and a browser is told to load nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.pages import KINDS
from bot.sandbox.server import Sandbox

PAGE = Path(__file__).parents[3] / "bot" / "sandbox" / "page"
OFFLINE = re.compile(r"ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network")


def npm(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["npm", *words], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.skipif(
    shutil.which("npm") is None, reason="the page is built with node and npm, which are not here"
)
def test_the_files_shipped_are_those_that_the_sources_give(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("node_modules", "built"))
    fetched = npm(folder, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
    if fetched.returncode and OFFLINE.search(fetched.stderr):
        pytest.skip("npm cannot fetch the packages that build the page: no network here")
    assert fetched.returncode == 0, fetched.stderr
    for script in ("check", "build"):
        done = npm(folder, "run", "--silent", script)
        assert done.returncode == 0, done.stdout + done.stderr
    built = {file.name: file.read_text(encoding="utf-8") for file in (folder / "built").iterdir()}
    assert built == {file.name: file.read_text(encoding="utf-8") for file in (PAGE / "built").iterdir()}


def test_nothing_in_the_files_shipped_points_outside() -> None:
    shipped = "".join(file.read_text(encoding="utf-8") for file in (PAGE / "built").iterdir())
    addresses = set(re.findall(r"https?://[\w.]+", shipped))
    assert addresses <= {"http://www.w3.org"}


def test_the_sources_make_no_html_of_text() -> None:
    for source in (PAGE / "src").glob("*.ts"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc",
            source.read_text(encoding="utf-8"),
        )


async def test_every_file_comes_with_a_policy_that_lets_nothing_else_in() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        for name in ("", *KINDS):
            async with session.get(sandbox.page + name) as response:
                assert response.status == 200
                policy = response.headers["Content-Security-Policy"].split("; ")
                assert policy[0] == "default-src 'none'"
                assert {"script-src 'self'", "frame-ancestors 'none'", "connect-src 'self'"} < set(policy)
                assert not re.search(r"unsafe|\*|https?:|data:|blob:", " ".join(policy))
                assert response.headers["Referrer-Policy"] == "no-referrer"
        async with session.get(sandbox.page + "package.json") as response:
            assert response.status == 404
        async with session.get(sandbox.url + "/index.html") as response:
            assert response.status == 404
