"""What Discord, or the way to it, may answer a call with instead of doing it."""

from __future__ import annotations

import aiohttp
import discord

UNSURE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""what may end a call to Discord without telling whether it was done"""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TOO_OLD = 30046
"""too many edits of messages over an hour old"""
ALREADY_ACKNOWLEDGED = 40060
NOT_OURS, ARCHIVED = 50005, 50083
