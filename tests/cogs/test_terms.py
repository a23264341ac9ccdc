"""The terms of a game: set in the open, shown with what they were, taken by every ruling."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.wrong import WrongUse

OPEN = (
    "@alice /game new module:abtf side_a:german ss elr_a:3 side_b:british elr_b:4 san_b:3",
    "@alice /game join side:German/SS",
    "@bob /game join side:British",
)


@pytest.fixture
def given(tmp_path: Path) -> Any:
    """The request that the last entry kept."""

    def last() -> Any:
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
            (body,) = connection.execute("SELECT body FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        return json.loads(body)["inputs"]["given"]

    return last


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("year:1942", "Set: Year 1944 → 1942"),
        ("no_quarter:true", "Set: No Quarter no → yes"),
        ("ssr_elr:ss british", "Set: Underlined units that take the scenario ELR none → SS, British"),
        ("arnhem_german_ladder:army", "Set: German 4-4-7 hardens within ss → army"),
        ("side:British san:0", "Set: SAN of British 3 → 0"),
        ("side:British elr:5 san:4", "Set: ELR of British 4 → 5; SAN of British 3 → 4"),
        ("side:ss elr:5", "Set: ELR of German/SS, SS 3 → 5"),
        ("side:German/SS elr:2", "Set: ELR of German/SS 3 → 2"),
    ],
)
async def test_a_change_is_an_entry_that_shows_before_and_after(
    table: Any, say: Any, options: str, line: str
) -> None:
    await say(table, *OPEN)
    (post,) = (await say(table, f"@bob /game set {options}"))["posts"]
    assert (post["only"], post["content"]) == (None, f"#4 {line}")


async def test_every_reading_is_shown_with_the_rule_it_reads(table: Any, say: Any) -> None:
    await say(table, *OPEN)
    readings = (
        "underlined_original_12:disrupted_half_squad surrender_edition:disrupted_first "
        "japanese_conscript_beyond_elr:step japanese_original_12:lower_class assault_engineer_elr:scenario "
        "arnhem_german_ladder:army early_american_ladder:fanatic ss_4_4_7_beyond_elr:disrupted"
    )
    (post,) = (await say(table, f"@alice /game set {readings}"))["posts"]
    assert post["embeds"][0]["description"].splitlines() == [
        "Underlined squad beyond its ELR on an Original 12: one half squad → disrupted half squad (A19.13)",
        "Edition of A15.5: surrenders → disrupted first (A15.5)",
        "Japanese Conscripts beyond their ELR: broken half squad → step (G1.12)",
        "Japanese squad on an Original 12: own class → lower class (G1.12)",
        "ELR of Assault Engineers: five → scenario (R6.1 E1.22)",
        "German 4-4-7 hardens within: ss → army (R6.21)",
        "Early American 4-4-7 hardens into: first line → fanatic (A15.3)",
        "SS 4-4-7 beyond its ELR: german conscript → disrupted (A25.111)",
    ]


async def test_rulings_take_the_terms_of_the_game(table: Any, say: Any, given: Any) -> None:
    await say(table, *OPEN, "@alice /roster add counter:4-6-7 location:G5")
    await say(table, "@alice /mc result:PTC location:G5")
    assert given()["elr"] == {"german": 3, "ss": 3, "british": 4}
    assert given()["facts"] == {"opponent": "british"}
    assert "settings" not in given()
    await say(
        table,
        "@bob /game set side:ss elr:5 year:1943 no_quarter:true ssr_elr:ss arnhem_german_ladder:army",
        "@alice /mc result:NMC location:G5 dice:1,2",
        "@bob [Agree]",
    )
    assert given()["elr"] == {"german": 3, "ss": 5, "british": 4}
    assert given()["facts"] == {"opponent": "british", "year": 1943, "no_quarter": True}
    assert given()["ssr_elr"] == ["ss"]
    assert given()["settings"] == {"arnhem_german_ladder": "army"}


async def test_an_elr_for_the_whole_side_ends_that_of_one_nationality(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@bob /game set side:ss elr:5", "@bob /game set side:German/SS elr:3")
    (post,) = (await say(table, "@bob /game show"))["posts"]
    assert "ELR 3\n" in post["content"]


async def test_the_overview_names_what_is_not_usual(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@bob /game set no_quarter:true side:ss elr:5 surrender_edition:disrupted_first")
    lines = (await say(table, "@carol /game show"))["posts"][0]["content"].splitlines()
    assert lines[1].endswith("ELR 3, SS 5")
    assert lines[3:5] == ["No Quarter: yes", "Edition of A15.5: disrupted first"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@bob /game set", "Say what to set"),
        ("@bob /game set year:1944", "has that value already"),
        ("@bob /game set elr:3", "ELR and SAN are a side's; say side: German/SS or British."),
        ("@bob /game set san:3", "ELR and SAN are a side's"),
        ("@bob /game set side:British", "Of a side you set elr, or san, or both."),
        ("@bob /game set side:Martian elr:3", "No side of this game is called Martian"),
        ("@bob /game set side:British san:1", "A SAN is a number from 2 to 7, or 0 for none, not 1. (A14.1)"),
        ("@bob /game set ssr_elr:russian", "Russian does not play here; there are german, ss, british."),
        ("@bob /game set ssr_elr:martian", "martian is no nationality"),
        ("@carol /game set year:1942", "You hold no side"),
    ],
)
async def test_what_cannot_be_set_is_refused_to_the_asker_alone(
    table: Any, say: Any, public: Any, line: str, says: str
) -> None:
    await say(table, *OPEN)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == line.split()[0].removeprefix("@")
    assert says in post["content"]
    assert len(await public()) == 3


@pytest.mark.parametrize(
    "options",
    [
        *("year:1929", "year:1956", "side:British elr:6", "side:British elr:-1", "side:British san:8"),
        *("no_quarter:perhaps", "hungarian_vs_romanian:perhaps", "majority_5_3_7:perhaps"),
        *("underlined_original_12:x", "surrender_edition:x", "japanese_conscript_beyond_elr:x"),
        *("japanese_original_12:x", "assault_engineer_elr:x", "arnhem_german_ladder:x"),
        *("early_american_ladder:x", "ss_4_4_7_beyond_elr:x"),
    ],
)
async def test_what_discord_does_not_offer_never_arrives(
    table: Any, say: Any, public: Any, options: str
) -> None:
    await say(table, *OPEN)
    with pytest.raises(WrongUse, match=r"takes|cannot be"):
        await say(table, f"@bob /game set {options}")
    assert len(await public()) == 3


async def test_none_takes_the_nationalities_back(table: Any, say: Any, keys: Any) -> None:
    await say(table, *OPEN, "@bob /game set ssr_elr:ss")
    (post,) = (await say(table, "@bob /game set ssr_elr:none"))["posts"]
    assert post["content"] == "#5 Set: Underlined units that take the scenario ELR SS → none"
    outcome = await keys(table, "autocomplete", "bob", line="/game set ssr_elr:n")
    assert [choice["value"] for choice in outcome["choices"]] == ["none", "nkvd"]


async def test_the_host_may_set_too(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@owner /game host who:@carol")
    (post,) = (await say(table, "@carol /game set year:1942"))["posts"]
    assert post["only"] is None


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
