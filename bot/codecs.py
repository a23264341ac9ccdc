"""The events that entries hold, of the table and of every rulebook."""

from __future__ import annotations

from typing import get_args

from bot.codec import Codec
from bot.events import TableEvent
from rules import konrad
from rules.asl.events import Event as AslEvent

EVENTS = Codec(*get_args(TableEvent), *get_args(AslEvent), *konrad.EVENTS)
