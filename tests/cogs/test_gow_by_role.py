"""GoW by a role of the server: what it gives, and what its loss takes."""

from __future__ import annotations

from typing import Any

SET_UP = 8
"""entries of a desk that is set up"""
ONLY_GOW = "Refused: This is for the game masters (GoW) of the campaign."


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


async def test_a_role_taken_away_between_sheet_and_roll_refuses_it_and_draws_no_die(
    desk: Any, say: Any, entered: Any, standing: Any
) -> None:
    await say(desk, "@hans /remo rsus:GR 283 scenario:lost", "@hans roles")
    assert told(await say(desk, "@hans [Roll]")) == ("hans", ONLY_GOW)
    assert entered()[-1] == (1, SET_UP + 1, "asked")
    assert standing(desk)[-1]["components"] != []
    await say(desk, "@hans roles GoW; Umpire")
    only, rolled = told(await say(desk, "@hans [Roll]"))
    assert (only, rolled.split(":")[0]) == (None, f"#{SET_UP + 2} REMO")


async def test_a_role_alone_makes_the_gow_once_no_person_is_one(desk: Any, say: Any) -> None:
    await say(desk, *(f"@hans /campaign role dismiss office:gow who:@{who}" for who in ("gustav", "greta")))
    assert told(await say(desk, "@greta /campaign next")) == ("greta", ONLY_GOW)
    assert told(await say(desk, "@hans /campaign role server"))[1] == (
        "Refused: Then nobody would be a GoW; appoint a person first."
    )
    assert told(await say(desk, "@hans /campaign next"))[0] is None


async def test_another_role_takes_the_place_of_the_one_before(desk: Any, say: Any) -> None:
    await say(desk, "@ursel roles Umpire")
    outcome = await say(desk, "@greta /campaign role server role:Umpire")
    (post,) = outcome["posts"]
    assert list(post["names"].values()) == ["Umpire"]
    assert "everyone with the role <@&" in post["content"]
    assert told(await say(desk, "@hans /campaign next"))[1] == ONLY_GOW
    assert told(await say(desk, "@ursel /campaign next"))[0] is None
