"""A bot that runs for months keeps nothing of the buttons and forms that it has shown."""

from __future__ import annotations

from typing import Any


async def test_buttons_and_forms_are_not_kept_by_the_library(
    table: Any, say: Any, fight: tuple[str, ...]
) -> None:
    await say(
        table,
        *fight,
        "@alice /roster add counter:4-6-7 squad location:G5 number:2",
        "@alice /mc result:PTC location:G5 known_enemy_in_los:False adjacent_enemy:False",
        "@alice /roster paste",
    )
    kept = table.client._connection._view_store
    assert (kept._views, kept._synced_message_views, kept._modals) == ({}, {}, {})
