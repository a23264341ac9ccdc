"""Verifies an exported game without Discord or the database: chain, dice, then every ruling."""

from bot.verify.failure import NotTrue
from bot.verify.report import Verified, lines
from bot.verify.run import verify
from bot.verify.seen import Footer, read_footer

__all__ = ["Footer", "NotTrue", "Verified", "lines", "read_footer", "verify"]
