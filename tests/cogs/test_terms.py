"""The terms of a game: set in the open, shown with what they were, taken by every ruling."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.wrong import WrongUse

OPEN = (
    "@alice /game new module:abtf side_a:german ss elr_a:3 side_b:british elr_b:4 san_b:3",
    "@alice /game join side:German/SS",
    "@bob /game join side:British",
)


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
