"""What is wrong with settings, database, machine and Discord, and what to do about it."""

from bot.doctor.finding import Finding, Word
from bot.doctor.machine import of_machine
from bot.doctor.settings import of_settings

__all__ = ["Finding", "Word", "of_machine", "of_settings"]
