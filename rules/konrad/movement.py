"""What becomes of a DSU of shattered RSUs alone when an enemy enters its sector in Movement (p5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.konrad.book import Book
from rules.konrad.events_retreat import BattleFellAway, Cause, DsuObligedToRetreat
from rules.konrad.formations import Dsu


def shattered_in_movement(
    book: Book, dsus: Sequence[Dsu], entered: Collection[str]
) -> tuple[DsuObligedToRetreat | BattleFellAway, ...]:
    """The DSUs that must retreat in list order, then the sectors where no defender stays to fight.

    `entered` names the DSUs that came into their sector in this Movement. A DSU that entered is no defender,
    however shattered.
    """
    obliged = [
        dsu
        for dsu in dsus
        if dsu.id not in entered
        and dsu.rsus
        and all(rsu.shattered for rsu in dsu.rsus)
        and any(enemy.id in entered for enemy in _enemies(dsu, dsus))
    ]
    retreats = [
        DsuObligedToRetreat(dsu.id, dsu.sector, Cause.MOVEMENT, book.cites.movement) for dsu in obliged
    ]
    empty: dict[str, BattleFellAway] = {}
    for dsu in obliged:
        stay = [
            ally
            for ally in dsus
            if ally.sector == dsu.sector and ally.side == dsu.side and ally not in obliged
        ]
        if not stay:
            enemy = book.enemy(dsu.side)
            empty[dsu.sector] = BattleFellAway(dsu.sector, enemy, book.cites.movement)
    return (*retreats, *empty.values())


def _enemies(dsu: Dsu, dsus: Sequence[Dsu]) -> list[Dsu]:
    return [enemy for enemy in dsus if enemy.sector == dsu.sector and enemy.side != dsu.side]
