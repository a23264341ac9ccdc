"""Posts as text for a terminal."""

from __future__ import annotations

from typing import Any

from bot.sandbox.paper import print_post

POST: dict[str, Any] = {
    "author": "Referee",
    "by": "alice",
    "command": "mc",
    "only": "alice",
    "content": "**1MC** in <#7> by <@5>: __pinned__ at <t:-800000000:R> `** <@5> **`",
    "names": {"@5": "bob", "#7": "table"},
    "embeds": [
        {
            "title": "2nd SS",
            "description": "A line that is long enough to be wrapped at seventy-eight columns, which it is.",
            "fields": [{"name": "Roster", "value": "```\n8-3-8   **x2**  broken\n```after"}],
            "footer": {"text": "#7 0123456789abcdef"},
        }
    ],
    "components": [
        {
            "type": 1,
            "components": [
                {"type": 2, "label": "Break"},
                {"type": 2, "label": "Hold", "disabled": True},
            ],
        },
        {
            "type": 1,
            "components": [
                {"type": 3, "placeholder": "Choose", "options": [{"label": "one"}, {"label": "two"}]}
            ],
        },
    ],
    "attachments": [{"filename": "trail.jsonl", "size": 12, "url": "http://127.0.0.1/a"}],
}


def test_a_post_is_printed_with_all_that_people_see() -> None:
    assert print_post(POST).split("\n") == [
        "Referee, to alice /mc (only alice sees this)",
        "  1MC in #table by @bob: pinned at 1944-08-25 17:46 UTC `** <@5> **`",
        "  | 2nd SS",
        "  | A line that is long enough to be wrapped at seventy-eight columns, which",
        "  | it is.",
        "  | Roster",
        "  |   8-3-8   **x2**  broken",
        "  |   after",
        "  | #7 0123456789abcdef",
        "  + trail.jsonl (12 bytes) http://127.0.0.1/a",
        "  [Break]  [Hold (disabled)]  [Choose: one / two]",
    ]


def test_a_link_is_its_words_and_an_address_stays_in_one_piece() -> None:
    address = f"https://discord.com/channels/{'1' * 18}/{'2' * 18}/{'3' * 19}"
    post = {"author": "Referee", "content": f"#7 1MC [post]({address})\nwhich you called: {address}."}
    assert print_post(post).split("\n") == [
        "Referee",
        "  #7 1MC post",
        "  which you called:",
        f"  {address}.",
    ]


def test_a_promised_post_says_that_the_bot_is_thinking() -> None:
    assert print_post({"author": "Referee", "loading": True}) == "Referee is thinking ..."


def test_escaped_marks_are_printed_bare() -> None:
    assert print_post({"author": "bob", "content": r"\*not bold\* \_x\_"}) == "bob\n  *not bold* _x_"


def test_what_a_terminal_would_obey_is_spelt_out() -> None:
    post = {"author": "\u202eecila", "content": "\x1b[2Jgone\u200b \U0001f469\u200d\U0001f680"}
    assert print_post(post) == "\\u202eecila\n  \\u001b[2Jgone\\u200b \U0001f469\u200d\U0001f680"
