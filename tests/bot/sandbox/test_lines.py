"""Lines as players type them."""

from __future__ import annotations

import re

import pytest

from bot.sandbox.lines import Click, Fill, Menu, Note, Say, Slash, Switch, Upload, Wear, read_line, read_pairs
from bot.sandbox.wrong import WrongUse

COMMANDS = {"game new": ["module", "name", "elr"], "game show": [], "mc": ["result", "location"]}


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("", Note()),
        ("# a remark", Note()),
        ("#table", Switch("table")),
        ("@alice says hello /mc", Say("alice", "hello /mc")),
        ("@alice /mc result:1MC location:G5", Slash("alice", "mc", {"result": "1MC", "location": "G5"})),
        ('@"Old Bill" /game show', Slash("Old Bill", "game show", {})),
        ("@alice [Heat of Battle]", Click("alice", "Heat of Battle", ())),
        ("@alice [Choose] a; b c", Click("alice", "Choose", ("a", "b c"))),
        ("@alice fills Taken:3 Remark:none", Fill("alice", "Taken:3 Remark:none")),
        ("@alice menu Show the entry", Menu("alice", "Show the entry")),
        ("@alice roles GoW; Chief umpire", Wear("alice", ("GoW", "Chief umpire"))),
        ("@alice roles", Wear("alice", ())),
        ("@alice uploads /tmp/oob.csv", Upload("alice", "/tmp/oob.csv")),
    ],
)
def test_a_line_is_read_as_what_it_says(line: str, read: object) -> None:
    assert read_line(line, COMMANDS) == read


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (
            "module:abtf name:Some name with spaces elr:3",
            {"module": "abtf", "name": "Some name with spaces", "elr": "3"},
        ),
        ("name:Fire: the return elr:3", {"name": "Fire: the return", "elr": "3"}),
        (
            "name:at 12:30 see https://example.org elr:3",
            {"name": "at 12:30 see https://example.org", "elr": "3"},
        ),
        ("name:GR 283: leg 30, heavy 5; Ney:3", {"name": "GR 283: leg 30, heavy 5; Ney:3"}),
        ('name:"a foo:bar" elr:3', {"name": "a foo:bar", "elr": "3"}),
        ('name:"elr:4 \\"quoted\\"" elr:3', {"name": 'elr:4 "quoted"', "elr": "3"}),
        ("name: elr:3", {"name": "", "elr": "3"}),
        ('name:"open', {"name": '"open'}),
        ("", {}),
    ],
)
def test_a_value_runs_to_the_next_option_or_stands_in_quotes(typed: str, options: dict[str, str]) -> None:
    line = read_line(f"@alice /game new {typed}", COMMANDS)
    assert line == Slash("alice", "game new", options)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("alice /mc", "@name"),
        ("@alice dances", "/command"),
        ("@alice /game", "/game new, /game show"),
        ("@alice /nothing", "/game new, /game show, /mc"),
        ("@alice /mc results:1MC", "It takes: location, result."),
        ("@alice /mc result:1MC result:2MC", "twice"),
        ("@alice /game show x:1", "It takes: none."),
        ("@alice /mc result:1MC foo:bar location:G5", "'foo' is no option. It takes: location, result."),
        ("@alice /mc reslut:1MC location:G5", "'reslut' is no option. It takes: location, result."),
        ("@alice /mc 1MC location:G5", "'1MC' is no option. It takes: location, result."),
        ("@alice /mc result:1MC foo:", 'As text it stands in quotes: result:"..."'),
        ("@alice /game new name:x is:broken elr:3", "'is' is no option. It takes: elr, module, name."),
    ],
)
def test_a_wrong_line_says_what_would_be_right(line: str, right: str) -> None:
    with pytest.raises(WrongUse, match=re.escape(right)):
        read_line(line, COMMANDS)


def test_the_fields_of_a_form_may_have_spaces_in_their_names() -> None:
    assert read_pairs("Losses taken:3 Remark:x y", ["Losses taken", "Remark"], "field") == {
        "Losses taken": "3",
        "Remark": "x y",
    }
