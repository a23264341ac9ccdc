"""Which Discord the discord.py of this process talks to."""

from __future__ import annotations

import discord
import discord.gateway
import discord.http
import yarl


def point_discord_at(url: str) -> None:
    """`url` is the sandbox's, `http://127.0.0.1:PORT`; holds for every client of the process from then on."""
    base = yarl.URL(url)
    discord.http.Route.BASE = str(base / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws")
