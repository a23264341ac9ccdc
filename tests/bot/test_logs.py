"""The log holds neither tokens nor names of accounts, whatever the library says."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest

from bot.channel.client import Client
from bot.logs import Redacted, redacted, start_log
from bot.referee import Referee
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist
from bot.settings import BadSetting, Settings
from bot.store import open_store

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"


@contextmanager
def logging_as(settings: Settings) -> Iterator[None]:
    """The root logger with the handler of the settings alone, put back afterwards."""
    logger = logging.getLogger()
    handlers, level = logger.handlers[:], logger.level
    filters = logging.getLogger("discord.client").filters[:]
    logger.handlers[:] = []
    try:
        start_log(settings)
        yield
    finally:
        for handler in logger.handlers:
            handler.close()
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logging.getLogger("discord.client").filters[:] = filters


def now() -> datetime:
    return datetime.now(UTC)


async def play(database: Path, token: str) -> None:
    """A fight between people with telling names, every call and event logged."""
    store = await open_store(database)
    async with Sandbox(token=token) as sandbox, aiohttp.ClientSession() as session:
        point_discord_at(sandbox.url)
        client = Client(store, Referee(store, now, secrets.token_bytes, "0" * 16), now)
        running = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
        typist = Typist(session, sandbox.keyboard)
        for line in (
            "@Wilhelmina /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
            "@Wilhelmina /game join side:German",
            "@\"Bart 'the' Brute\" /game join side:Russian",
            "@Wilhelmina /roster add counter:4-6-7 location:G5",
            "@\"Bart 'the' Brute\" /mc result:1MC location:G5",
            "@Wilhelmina /roll dice:nonsense",
            "@Wilhelmina /game seat side:German to:@Quentin",
            "@Wilhelmina says hello",
        ):
            await typist.type(line)
        await client.close()
        with suppress(asyncio.CancelledError):
            await running
    await store.close()


async def test_a_fight_at_debug_level_leaves_no_token_and_no_name(tmp_path: Path) -> None:
    file = tmp_path / "referee.log"
    with logging_as(Settings(token=TOKEN, log_level="DEBUG", log_file=file)):
        await play(tmp_path / "a.db", TOKEN)
    written = file.read_text(encoding="utf-8")
    assert "WebSocket Event" in written
    assert "has received" in written
    assert "INTERACTION_CREATE" in written
    assert "nonsense" in written
    for private in (TOKEN, TOKEN.split(".")[2], "Wilhelmina", "Bart", "Brute", "Quentin"):
        assert private not in written


def test_a_token_in_an_exception_is_taken_out() -> None:
    shown = Redacted(TOKEN)
    try:
        raise ValueError(f"Authorization: Bot {TOKEN}")
    except ValueError as error:
        record = logging.LogRecord(
            "x",
            logging.ERROR,
            "x.py",
            1,
            "failed with %s",
            (TOKEN,),
            (type(error), error, error.__traceback__),
        )
    written = shown.format(record)
    assert "ValueError: Authorization: Bot [removed]" in written
    assert "failed with [removed]" in written
    assert TOKEN not in written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("{'username': 'alice', 'id': '1'}", "{'username': '[removed]', 'id': '1'}"),
        ('{"username":"al\\"ice","id":"1"}', '{"username":\'[removed]\',"id":"1"}'),
        ("{'nick': \"o'neill\", 'global_name': None}", "{'nick': '[removed]', 'global_name': None}"),
        ("<Member id=1 name='alice' global_name=None>", "<Member id=1 name='[removed]' global_name=None>"),
        ("POST /webhooks/12/aW50ZXJhY3Rpb24?wait=1", "POST /webhooks/12/[removed]?wait=1"),
        ("/interactions/12/aW50ZXJhY3Rpb24/callback", "/interactions/12/[removed]/callback"),
        ("(Session ID: 0123456789abcdef0123)", "(Session ID: [removed])"),
        (f"an old token {TOKEN[:-1]}Z.", "an old token [removed]."),
        ("game 7 #12 is not posted yet: 503", "game 7 #12 is not posted yet: 503"),
        ("{'name': 'mc', 'id': '5'}", "{'name': 'mc', 'id': '5'}"),
    ],
)
def test_what_is_private_is_replaced_and_nothing_else(said: str, written: str) -> None:
    assert redacted(said) == written


def test_log_files_take_turns(tmp_path: Path) -> None:
    file = tmp_path / "referee.log"
    with logging_as(Settings(log_file=file, log_size=1, log_count=2)):
        for _ in range(4000):
            logging.getLogger("test").info("x" * 1000)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["referee.log", "referee.log.1", "referee.log.2"]
    assert all(path.stat().st_size <= 1_000_000 for path in tmp_path.iterdir())


def test_a_log_file_that_cannot_be_written_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="cannot be written"):
        start_log(Settings(log_file=tmp_path / "missing" / "referee.log"))
