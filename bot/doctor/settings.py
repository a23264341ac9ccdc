"""The settings, and what can be said of the token, the log and the permissions without asking Discord."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.channel.permissions import INSTALL, NEEDED
from bot.doctor.finding import Finding, Word
from bot.settings import BadSetting, Settings, read_settings
from bot.words.wording import counted

TOKEN = re.compile(r"[\w-]{23,}\.[\w-]{6}\.[\w-]{27,}", re.ASCII)
INSTALL_LINK = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
)


def of_settings(environment: Mapping[str, str] | None, file: Path | None) -> tuple[Settings, list[Finding]]:
    """The settings, or the defaults where they cannot be read."""
    try:
        settings = read_settings(environment, file)
    except BadSetting as wrong:
        do = "The referee does not start until that is mended; the rest is looked at without settings."
        return Settings(), [Finding(Word.WRONG, "settings", str(wrong), do)]
    allowed = counted(len(settings.guilds), "server") if settings.guilds else "every server"
    found = f"{allowed} allowed, {counted(settings.cooldown, 'command')} a person in 10 s."
    return settings, [
        Finding(Word.OK, "settings", found),
        *_token(settings),
        *_log_file(settings),
        *_permissions(),
    ]


def _token(settings: Settings) -> Iterator[Finding]:
    if not settings.token:
        do = "Set REFEREE_TOKEN; without it only `referee sandbox` runs."
        yield Finding(Word.WRONG, "token", "there is none.", do)
    elif not TOKEN.fullmatch(settings.token):
        do = "Copy it again from the application's Bot page; it has three parts with dots between."
        yield Finding(Word.WRONG, "token", "it has not the shape of a token.", do)
    else:
        yield Finding(Word.OK, "token", "it has the shape of a token.")


def _log_file(settings: Settings) -> Iterator[Finding]:
    file = settings.log_file
    if file is None:
        yield Finding(Word.OK, "log", f"{settings.log_level} to standard error.")
        return
    # Files take turns, so the folder is written too.
    shut = next((place for place in (file.absolute().parent, file) if not _may_write(place, file)), None)
    if shut is not None:
        do = "Make it writable for the user that runs the referee, or set log_file to another."
        yield Finding(Word.WRONG, "log", f"{shut} cannot be written.", do)
    else:
        most = settings.log_size * (settings.log_count + 1)
        yield Finding(Word.OK, "log", f"{settings.log_level} to {file}, at most {most} MB.")


def _may_write(place: Path, file: Path) -> bool:
    if place is not file:
        return place.is_dir() and os.access(place, os.W_OK)
    return not file.exists() or (file.is_file() and os.access(file, os.W_OK))


def _permissions() -> Iterator[Finding]:
    names = ", ".join(name.replace("_", " ").title() for name in NEEDED)
    link = INSTALL_LINK.format("APPLICATION", INSTALL)
    yield Finding(Word.OK, "permissions", f"needed are {names}; the link {link} asks for them.")
