"""What the bot must be allowed before a die may fall."""

from __future__ import annotations

import discord

from rules.refusal import Refused

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
IN_THREADS = "send_messages_in_threads"
PIN = "pin_messages"
"""for rosters that stay in sight; nothing else needs it"""
INSTALL = discord.Permissions(**dict.fromkeys((*NEEDED, IN_THREADS, PIN), True)).value
"""the permissions that a link to install the bot asks for"""


def require(interaction: discord.Interaction) -> None:
    """Raise Refused `missing_permission` that names what is missing and how to give it."""
    missing = lacking(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))
    if missing:
        raise Refused(
            "missing_permission",
            f"Here I lack {', '.join(missing)}. Who manages this channel can give it: Edit Channel, "
            "Permissions, add my role, allow it. Nothing was rolled.",
        )


USES = {
    "view_channel": "to be here at all",
    "send_messages": "every entry is a post",
    IN_THREADS: "every entry is a post",
    "embed_links": "the detail of every post",
    "attach_files": "rosters, exports and what is too long for a post",
    "read_message_history": "comparing the channel with the ledger, posting once what was held up",
    PIN: "rosters that stay in sight; nothing else needs it",
}
"""what each permission is for"""


def report(interaction: discord.Interaction) -> str:
    """Each permission, whether it is held here, what for, and how to give those that are missing."""
    held, thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)
    needed = [*(IN_THREADS if thread and name == "send_messages" else name for name in NEEDED), PIN]
    lines = [f"{'✓' if getattr(held, name) else '✗'} {_words(name)}: {USES[name]}" for name in needed]
    if all(getattr(held, name) for name in needed):
        lines.append("Nothing is missing in this channel.")
    else:
        lines.append(
            "To give what is missing: Edit Channel, Permissions, Advanced, add my role, allow it; for all "
            "channels: Server Settings, Roles, my role."
        )
    return "\n".join(lines)


def lacking(held: discord.Permissions, *, in_thread: bool) -> list[str]:
    """What is needed and not held, in the words of Discord's client."""
    needed = [IN_THREADS if in_thread and name == "send_messages" else name for name in NEEDED]
    return [_words(name) for name in needed if not getattr(held, name)]


def _words(name: str) -> str:
    return name.replace("_", " ").title()


def pin_advice(interaction: discord.Interaction) -> tuple[str, ...]:
    """How to let the bot pin, where it may not."""
    if interaction.app_permissions.pin_messages:
        return ()
    return (
        "I may not pin them here: who manages this channel can give me Pin Messages under Edit Channel, "
        "Permissions.",
    )
