"""Every ruling of every rulebook, by name."""

from __future__ import annotations

from collections.abc import Mapping

from rules import asl, konrad
from rules.ruling import Rule

RULINGS: Mapping[str, Rule] = {**asl.RULINGS, **konrad.RULINGS}
