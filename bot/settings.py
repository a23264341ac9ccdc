"""Settings from the environment and referee.toml: the only reader of either."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

FILE = "referee.toml"
PREFIX = "REFEREE_"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(Exception):
    """A setting that is unknown or wrong: names itself, where it stands, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`token` is Discord's for the bot ("" without one), `database` the file of the ledger."""

    token: str = ""
    database: Path = Path("referee.db")
    log_level: str = "INFO"


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
        if not isinstance(value, str) or not value.strip():
            raise BadSetting(f"{where}: {name} needs a text that is not empty.")
        match name:
            case "token":
                settings = replace(settings, token=value.strip())
            case "database":
                settings = replace(settings, database=Path(value))
            case "log_level":
                if value.upper() not in LEVELS:
                    raise BadSetting(f"{where}: log_level is one of {', '.join(LEVELS)}, not {value}.")
                settings = replace(settings, log_level=value.upper())
    return settings
