"""The log: to standard error or to files that take turns, without tokens and names of accounts."""

from __future__ import annotations

import logging
import re
import sys
from logging.handlers import RotatingFileHandler

from bot.settings import BadSetting, Settings

FORM = "%(asctime)s %(levelname)s %(name)s %(message)s"
MEGABYTE = 1_000_000
GONE = "[removed]"

_KEYS = "token|session_id|resume_gateway_url|username|global_name|nick|display_name|email"
# A value as Python or JSON writes it, also one level deeper, inside a string that was itself quoted.
_VALUE = r"'(?:[^'\\]|\\.)*'|" + r'"(?:[^"\\]|\\.)*"|' + r'\\"(?:[^"\\]|\\\\\\.)*\\"'
_NAMED = re.compile(rf"""(\\?['"](?:{_KEYS})\\?['"]\s*:\s*)(?:{_VALUE})""")
# discord.py's own words for people: <Member id=1 name='alice' global_name=None nick='al'>.
_SHOWN = re.compile(rf"\b(?P<key>name|global_name|nick|display_name)=(?:{_VALUE})")
# The token of an interaction stands in the path of its answer.
_PATH = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?'\"]+")
_TOKEN = re.compile(r"\b[\w-]{23,}\.[\w-]{6}\.[\w-]{27,}")
_SESSION = re.compile(r"(?i)(session(?: id: | ))[0-9a-f]{16,}")


class Redacted(logging.Formatter):
    """Writes a record, its traceback too, and then takes out what a log must not hold."""

    def __init__(self, token: str = "") -> None:
        super().__init__(FORM)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record), self._token)


def redacted(text: str, token: str = "") -> str:
    """The text without this token, what looks like one, tokens of interactions, and names of accounts."""
    if token:
        text = text.replace(token, GONE)
    text = _TOKEN.sub(GONE, text)
    text = _PATH.sub(rf"\1{GONE}", text)
    text = _SESSION.sub(rf"\1{GONE}", text)
    text = _NAMED.sub(rf"\1'{GONE}'", text)
    return _SHOWN.sub(rf"\g<key>='{GONE}'", text)


def start_log(settings: Settings) -> None:
    """Log as the settings say. Raises BadSetting where the file cannot be written."""
    handler = _handler(settings)
    handler.setFormatter(Redacted(settings.token))
    logging.getLogger("discord.client").addFilter(_is_of_use)
    logging.basicConfig(level=settings.log_level, handlers=[handler])


def _handler(settings: Settings) -> logging.Handler:
    if settings.log_file is None:
        return logging.StreamHandler(sys.stderr)
    try:
        return RotatingFileHandler(
            settings.log_file,
            maxBytes=settings.log_size * MEGABYTE,
            backupCount=settings.log_count,
            encoding="utf-8",
        )
    except OSError as error:
        raise BadSetting(f"log_file: {settings.log_file} cannot be written: {error.strerror}.") from error


def _is_of_use(record: logging.LogRecord) -> bool:
    return "voice will NOT" not in record.getMessage()
