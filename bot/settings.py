"""Settings from the environment and referee.toml: the only reader of either."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import fields, replace

FILE = "referee.toml"
PREFIX = "REFEREE_"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(Exception):
    """A setting that is unknown or wrong: names itself, where it stands, and what would be right."""


class Settings(Struct, frozen=True):
    """`token` is Discord's for the bot ("" without one), `database` the file of the ledger.

    `log_file` None is standard error; a log file of `log_size` MB is put aside, and `log_count` of those
    are kept. `guilds` are the ids of the servers served, none for all; `cooldown` the commands that one
    person may give in 10 s; `asks_again` the seconds in which a call that repeats another is asked about;
    `silence` the days without a word after which a host may agree to the end of a game for who is away.
    """

    token: str = ""
    database: Path = Path("referee.db")
    log_level: str = "INFO"
    log_file: Path | None = None
    log_size: int = 5
    log_count: int = 5
    guilds: tuple[int, ...] = ()
    cooldown: int = 20
    asks_again: int = 60
    silence: int = 7


NUMBERS = {
    "log_size": (1, 1000),
    "log_count": (1, 100),
    "cooldown": (1, 1000),
    "asks_again": (0, 3600),
    "silence": (1, 365),
}
"""the least and the most of each setting that is a number"""


def read_settings(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """The settings file first, the environment over it. Raises BadSetting."""
    environment = os.environ if environment is None else environment
    settings = Settings()
    path = file or Path(environment.get(f"{PREFIX}SETTINGS", FILE))
    if path.exists():
        settings = _with(settings, _of_file(path), str(path))
    elif file is not None or f"{PREFIX}SETTINGS" in environment:
        raise BadSetting(f"{path} does not exist.")
    return _with(settings, _of_environment(environment), "the environment")


def _of_file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is no TOML: {error}.") from error
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}.") from error


def _of_environment(environment: Mapping[str, str]) -> dict[str, object]:
    return {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and name != f"{PREFIX}SETTINGS"
    }


def _with(settings: Settings, values: Mapping[str, object], where: str) -> Settings:
    known = [field.name for field in fields(Settings)]
    for name, value in values.items():
        if name not in known:
            raise BadSetting(f"{where}: {name} is no setting; there are {', '.join(known)}.")
        try:
            settings = _set(settings, name, value)
        except BadSetting as wrong:
            raise BadSetting(f"{where}: {name} {wrong}.") from None
    return settings


def _set(settings: Settings, name: str, value: object) -> Settings:
    match name:
        case "token":
            return replace(settings, token=_text(value).strip())
        case "database":
            return replace(settings, database=Path(_text(value)))
        case "log_level":
            level = _text(value).upper()
            if level not in LEVELS:
                raise BadSetting(f"is one of {', '.join(LEVELS)}, not {value}")
            return replace(settings, log_level=level)
        case "log_file":
            # Empty is standard error, so that the environment can undo what the file says.
            return replace(settings, log_file=None if value == "" else Path(_text(value)))
        case _ if name in NUMBERS:
            return replace(settings, **{name: _number(name, value)})
        case _:
            return replace(settings, guilds=_ids(value))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadSetting("needs a text that is not empty")
    return value


def _number(name: str, value: object) -> int:
    least, most = NUMBERS[name]
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value.strip()):
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise BadSetting(f"is a whole number from {least} to {most}, not {value}")
    return value


def _ids(value: object) -> tuple[int, ...]:
    """A list of ids, or a text with commas between; ids are 64-bit numbers."""
    listed = re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value
    if not isinstance(listed, list):
        raise BadSetting("is a list of server ids, such as [123456789012345678]")
    words = [str(item) for item in listed if item != ""]
    for word in words:
        if not re.fullmatch(r"[0-9]{15,20}", word):
            raise BadSetting(f"holds server ids of 15 to 20 digits, not {word}")
    return tuple(map(int, words))
