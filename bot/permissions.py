"""What the bot must be allowed before a die may fall."""

from __future__ import annotations

import discord

from rules.refusal import Refused

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")


def require(interaction: discord.Interaction) -> None:
    """Raise Refused `missing_permission` that names what is missing and how to give it."""
    held = interaction.app_permissions
    needed = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[needed.index("send_messages")] = "send_messages_in_threads"
    missing = [name.replace("_", " ").title() for name in needed if not getattr(held, name)]
    if missing:
        raise Refused(
            "missing_permission",
            f"Here I lack {', '.join(missing)}. Who manages this channel can give it: Edit Channel, "
            "Permissions, add my role, allow it. Nothing was rolled.",
        )
