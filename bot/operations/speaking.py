"""What the rules refuse about a campaign, in the names that people gave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.operations.view import CampaignView
from rules.refusal import Refused

_PLACE = re.compile(r"^(?:plan|entry|battle|move)(?:\.\w+)?: ")
_FIRST = re.compile(r"^[0-9]+(?=[ :.])")
_ANY = re.compile(r"(?<![A-Za-z0-9])[0-9]+(?![A-Za-z0-9])")


@contextmanager
def speaking(view: CampaignView, *, everywhere: bool = False) -> Iterator[None]:
    """Refusals of the rules within it name the piece that they begin with as posts do.

    `everywhere`: every number in them is a piece.
    """
    try:
        yield
    except Refused as refused:
        told = _PLACE.sub("", refused.message)
        piece = _ANY if everywhere else _FIRST
        told = piece.sub(lambda found: view.called(found[0]), told)
        raise Refused(refused.code, told[:1].upper() + told[1:], refused.cite) from refused
