"""Telling Discord the commands: only when they are others than it was told before."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.store import Store

log = logging.getLogger(__name__)


async def sync(tree: app_commands.CommandTree[Any], store: Store, *, always: bool = False) -> bool:
    """Sync where the hash of the definitions is not the one kept for this application; whether it did."""
    # Another application, or another Discord, has not been told.
    key = f"commands of {tree.client.application_id} at {discord.http.Route.BASE}"
    told = _hash(tree)
    if not always and await store.read(lambda tx: tx.meta(key)) == told:
        return False
    await tree.sync()
    await store.write(lambda tx: tx.put_meta(key, told))
    log.info("the commands were told to Discord")
    return True


def _hash(tree: app_commands.CommandTree[Any]) -> str:
    defined = [command.to_dict(tree) for command in tree.get_commands(guild=None)]
    written = json.dumps(sorted(json.dumps(command, sort_keys=True) for command in defined))
    return hashlib.sha256(written.encode()).hexdigest()
