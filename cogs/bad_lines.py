"""Lines that are wrong, said to the one who sent them."""

from __future__ import annotations

from bot.play.notation import BadLines
from bot.render.bad_lines import bad_pages, bad_text
from cogs.params import Interaction

MOST_PAGES = 4
"""pages of wrong lines that are said one message each; more come as a file"""


async def tell_bad_lines(interaction: Interaction, bad: BadLines, form: str) -> None:
    """Every line that is wrong, and what stood in a form, if it came from one."""
    trail = interaction.client.trail
    if len(bad_pages(bad)) <= MOST_PAGES:
        await trail.whisper_pages(interaction, bad_pages(bad, form))
        return
    told = f"Refused: {bad.message} The file lists what is wrong."
    await trail.whisper_file(interaction, told, "lines.txt", bad_text(bad).encode())
