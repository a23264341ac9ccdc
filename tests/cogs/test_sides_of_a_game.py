"""The sides of a game as it is opened: their nationalities, names and ELR."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.wrong import WrongUse

NEW = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (NEW.replace("german", "martian"), "martian is no nationality"),
        (NEW.replace("russian", "russian, elves"), "elves is no nationality"),
        (
            NEW.replace("russian", "german"),
            "Both sides would be called German. Give them names: name_a and name_b.",
        ),
        (
            NEW.replace("russian", "axis_minor").replace("german", "axis_minor"),
            "name_a and name_b, or side_a:hungarian side_b:romanian.",
        ),
        (f"{NEW} name_a:Blue name_b:BLUE", "Both sides would be called Blue."),
        (f"{NEW} name_a:Russian name_b:Reds", "Russian says whom the other side fields; take another name."),
        *(
            (f"{NEW} name_a:{name}", "A side's name is letters and digits")
            for name in ("**Blue**", "GoW", "x" * 33, "@everyone", "Blue_Red", "-")
        ),
    ],
)
async def test_a_game_that_cannot_be_opened_is_refused(
    table: Any, say: Any, public: Any, line: str, says: str
) -> None:
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == "alice"
    assert says in post["content"]
    assert await public() == []


@pytest.mark.parametrize(
    "line",
    [
        *(NEW.replace("asl", "chess"), NEW.replace("elr_a:3", "elr_a:6"), NEW.replace("elr_b:3", "elr_b:-1")),
        *(f"{NEW} san_a:1", f"{NEW} san_b:8", f"{NEW} solo:perhaps", f"{NEW} entered_dice:sometimes"),
        f"{NEW} epochs:day",
    ],
)
async def test_no_game_is_opened_with_what_discord_does_not_offer(
    table: Any, say: Any, public: Any, line: str
) -> None:
    with pytest.raises(WrongUse, match=r"takes|cannot be"):
        await say(table, line)
    assert await public() == []


async def test_several_nationalities_make_one_side(table: Any, say: Any) -> None:
    (post,) = (await say(table, f"{NEW} san_a:3".replace("german", "german, ss axis_minor")))["posts"]
    assert post["content"] == "#1 Game opened: German/SS/Axis Minor against Russian"
    assert post["embeds"][0]["description"].startswith("German/SS/Axis Minor: ELR 3, SAN 3\n")


MIXED = "@alice /game new module:asl side_a:partisan russian elr_a:3"


async def test_partisans_keep_the_elr_of_the_book_among_others_of_their_side_until_it_is_set(
    table: Any, say: Any, public: Any
) -> None:
    await say(
        table,
        f"{MIXED} side_b:german elr_b:3 entered_dice:always",
        "@alice /game join side:Partisan/Russian",
        "@bob /game join side:German",
        "@alice /roster add counter:partisan 8-1 location:A1 name:Kovpak",
        "@bob /mc result:1MC location:A1 dice:6,5",
    )
    assert (await public())[-1]["content"] == "#5 1MC at A1: 8-1 Kovpak breaks"
    await say(table, "@alice /roster set units:Kovpak state:good_order reason:again")
    (post,) = (await say(table, "@alice /game set side:partisan elr:2"))["posts"]
    assert post["content"] == "#7 Set: ELR of Partisan/Russian, Partisan 5 → 2"
    await say(table, "@bob /mc result:1MC location:A1 dice:6,5")
    assert (await public())[-1]["content"].endswith("8-1 Kovpak breaks, is Replaced by 8-0")


SYRIA = (
    "@alice /game new module:asl side_a:french elr_a:4 name_a:Vichy side_b:french elr_b:2 name_b:Free French"
)


async def test_two_sides_of_one_nationality_are_told_apart_by_their_names(
    table: Any, say: Any, given: Any, public: Any
) -> None:
    await say(
        table,
        f"{SYRIA} entered_dice:always",
        "@alice /game join side:VICHY",
        "@bob /game join side:Free French",
        "@alice /roster add counter:4-5-7 squad location:A1 name:Levant",
        "@bob /roster add counter:4-5-7 squad location:B1 name:Legion",
        "@bob /mc result:NMC location:A1 dice:1,2",
    )
    assert given()["elr"] == {"french": 4}
    await say(table, "@alice /mc result:NMC location:B1 dice:1,2")
    assert given()["elr"] == {"french": 2}
    await say(table, "@bob /game set side:Free French elr:5", "@bob /mc result:NMC location:A1 dice:1,2")
    assert given()["elr"] == {"french": 4}
    assert given()["facts"] == {"opponent": "french"}
    (post,) = (await say(table, "@bob /game set side:french elr:5"))["posts"]
    assert post["content"] == "Refused: Both sides are French; name Vichy or Free French."
    opening = (await public())[0]
    assert opening["content"] == "#1 Game opened: Vichy against Free French"
    assert opening["embeds"][0]["description"].startswith(
        "Vichy: French, ELR 4\nFree French: French, ELR 2\n"
    )
    lines = (await say(table, "@carol /game show"))["posts"][0]["content"].splitlines()
    assert lines[2].endswith(", French, ELR 5")


AXIS_MINORS = "@alice /game new module:asl side_a:axis_minor elr_a:3 side_b:axis_minor elr_b:3"
HUNGARIANS_AGAINST_ROMANIANS = "Hungarians against Romanians: no → yes (A25.8)"


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        (
            f"{AXIS_MINORS} name_a:Hungarian name_b:The Romanian 3rd Army",
            ("Hungarian", "The Romanian 3rd Army"),
        ),
        (
            AXIS_MINORS.replace("a:axis_minor", "a:romanian").replace("b:axis_minor", "b:german hungarian"),
            ("Romanian", "German/Hungarian"),
        ),
    ],
)
async def test_hungarians_against_romanians_set_their_term_by_themselves(
    table: Any, say: Any, given: Any, line: str, sides: tuple[str, str]
) -> None:
    (post,) = (await say(table, f"{line} entered_dice:always"))["posts"]
    assert post["content"] == f"#1 Game opened: {sides[0]} against {sides[1]}"
    assert HUNGARIANS_AGAINST_ROMANIANS in post["embeds"][0]["description"]
    await say(
        table,
        f"@alice /game join side:{sides[0]}",
        f"@bob /game join side:{sides[1]}",
        "@alice /roster add counter:axis_minor 3-4-7 squad location:A1",
        "@bob /roster add counter:axis_minor 3-4-7 squad location:B1",
    )
    said = []
    for place in ("A1", "B1"):
        await say(table, f"@alice /mc result:NMC location:{place} dice:1,2")
        facts = given()["facts"]
        said.append((facts["hungarian_vs_romanian"], facts.get("romanian", False)))
    romanians_first = "Romanian" in sides[0]
    assert said == [(True, romanians_first), (True, not romanians_first)]
    (post,) = (await say(table, "@alice /game set hungarian_vs_romanian:false"))["posts"]
    assert post["content"] == "#8 Set: Hungarians against Romanians yes → no"


async def test_whose_broken_morale_rises_has_to_be_known(table: Any, say: Any) -> None:
    await say(table, f"{AXIS_MINORS} name_a:North name_b:South", "@alice /game join side:North")
    (post,) = (await say(table, "@alice /game set hungarian_vs_romanian:true"))["posts"]
    assert post["content"] == (
        "Refused: Both sides are Axis Minor, and nothing says which are the Hungarians, whose broken MMC "
        "alone have +1; such a game is opened with side_a:hungarian side_b:romanian. (A25.8)"
    )


async def test_a_nationality_of_both_sides_has_an_elr_of_its_own_on_each(
    table: Any, say: Any, given: Any
) -> None:
    line = AXIS_MINORS.replace("a:axis_minor", "a:german hungarian").replace(
        "b:axis_minor", "b:romanian russian"
    )
    await say(
        table,
        f"{line} entered_dice:always",
        "@alice /game join side:german",
        "@bob /game join side:Romanian/Russian",
        "@alice /roster add counter:axis_minor 3-4-7 squad location:A1",
        "@bob /roster add counter:axis_minor 3-4-7 squad location:B1",
    )
    (post,) = (await say(table, "@alice /game set side:hungarian elr:1"))["posts"]
    assert post["content"] == "#6 Set: ELR of German/Hungarian, Axis Minor 3 → 1"
    (post,) = (await say(table, "@bob /game set side:Romanian/Russian axis_minor elr:4"))["posts"]
    assert post["content"] == "#7 Set: ELR of Romanian/Russian, Axis Minor 3 → 4"
    await say(table, "@bob /mc result:NMC location:A1 dice:1,2")
    assert given()["elr"] == {"german": 3, "russian": 3, "axis_minor": 1}
    await say(table, "@alice /mc result:NMC location:B1 dice:1,2")
    assert given()["elr"] == {"german": 3, "russian": 3, "axis_minor": 4}
