"""`referee sandbox` as people start it: plays, the prompt, a kept game, mistakes as sentences."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

GAME = """\
@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true
@alice /game join side:German
@alice /game join side:Russian
@alice /roster add counter:4-6-7 location:G5 name:Kept side:German
"""


def referee(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def mistake(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence on standard error of a wrong use."""
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("referee: ")
    return done.stderr.removeprefix("referee: ").strip()


def test_an_unknown_play_names_those_that_there_are(tmp_path: Path) -> None:
    said = mistake(referee(tmp_path, "sandbox", "--play", "stalingrad"))
    assert said.startswith("stalingrad is no play (arnhem, konrad) and no file that can be read: ")


def test_a_play_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture.txt").write_bytes(b"\xff\xfe\x00\x80")
    assert mistake(referee(tmp_path, "sandbox", "--play", "picture.txt")).startswith("picture.txt is no play")
    assert mistake(referee(tmp_path, "sandbox", "--play", ".")).startswith(". is no play")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "line 3: Say first who acts, such as @alice /help. A line is @name and one of /command"),
        ("@alice /mcc result:1MC", "line 3: There is no command like '/mcc result:1MC'. There are: "),
        ("@alice /mc location:G5", "line 3: These options must be given: result."),
        ("@alice [Yes]", "line 3: No button or list 'Yes' is there."),
        ("@alice fills Faces:1", "line 3: No form is open for alice."),
        ("#hall", "line 3: There is no channel 'hall'. There are: table."),
    ],
)
def test_a_wrong_line_of_a_play_is_told_by_its_number(tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "mine.txt").write_text(f"# remark\n\n{line}\n@alice /game show\n", encoding="utf-8")
    done = referee(tmp_path, "sandbox", "--play", "mine.txt")
    assert mistake(done).startswith(says)
    assert "/game show" not in done.stdout


def test_a_seed_that_is_none_is_told_by_its_line(tmp_path: Path) -> None:
    for wrong in ("12", "z" * 64, ""):
        (tmp_path / "mine.txt").write_text(f"# remark\n# seed {wrong}\n", encoding="utf-8")
        said = mistake(referee(tmp_path, "sandbox", "--play", "mine.txt"))
        assert said == f"line 2: a seed is 64 digits 0-9 a-f, not {wrong!r}."


def test_a_channel_is_switched_in_a_play(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("#table\n# remark\n", encoding="utf-8")
    assert referee(tmp_path, "sandbox", "--play", "mine.txt").stdout == "> #table\n# remark\n"


def test_a_refusal_in_a_play_is_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("@alice /game show\n", encoding="utf-8")
    done = referee(tmp_path, "sandbox", "--play", "mine.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "> @alice /game show\nReferee, to alice /game show (only alice sees this)\n"
        "  Refused: No game is open in this channel. To begin:\n  1. `/game new "
    )


def test_the_prompt_reads_lines_from_a_pipe_to_its_end(tmp_path: Path) -> None:
    done = referee(tmp_path, "sandbox", typed=GAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("#table> ") == 5
    assert "  #4 On the roster: 1 unit at G5\n  | 4-6-7 Kept\n" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_prompt_shows_every_part_of_a_long_answer(tmp_path: Path) -> None:
    more = (
        "@alice /roster add counter:4-4-7 squad location:K5 number:50 side:Russian",
        "@alice /mc result:1MC location:K5 known_enemy_in_los:False adjacent_enemy:False",
        "@alice /roster show",
        "",
    )
    done = referee(tmp_path, "sandbox", typed=GAME + "\n".join(more))
    assert (done.returncode, done.stderr) == (0, "")
    first, last = re.findall(r"^  #6 \((\d)/(\d)\) 1MC at K5", done.stdout, re.MULTILINE)[-1]
    assert first == last
    assert len(re.findall(r"^  \| 1MC: ", done.stdout, re.MULTILINE)) == 50
    roster = done.stdout.split("/roster show")[1]
    counted = re.findall(r"^  (?:German|Russian): (\d+)$", roster, re.MULTILINE)
    assert len(re.findall(r"^    \d-\d-\d ", roster, re.MULTILINE)) == sum(map(int, counted)) > 40


def test_the_prompt_shows_an_answer_that_takes_its_time(tmp_path: Path) -> None:
    done = referee(
        tmp_path, "sandbox", typed=GAME + "@alice /odds ruling:PTC location:G5\n@alice /trail check\n"
    )
    assert "  4-6-7 Kept\n   58.3% 4-6-7 7/12\n" in done.stdout
    assert "  Compared 4 posts with the ledger, " in done.stdout
    assert "is thinking" not in done.stdout


@pytest.mark.parametrize("leave", ["quit", "exit", ""])
def test_the_prompt_is_left_by_a_word_or_an_empty_line(tmp_path: Path, leave: str) -> None:
    done = referee(tmp_path, "sandbox", typed=f"help\n{leave}\n@alice /game show\n")
    assert done.returncode == 0
    assert "@alice [Yes]             presses the newest button of that name" in done.stdout
    assert "Refused" not in done.stdout


def test_a_wrong_line_at_the_prompt_is_a_sentence_and_the_next_is_taken(tmp_path: Path) -> None:
    done = referee(tmp_path, "sandbox", typed="nonsense\n@alice /mc\n@alice /game show\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "#table> Say first who acts, such as @alice /help." in done.stdout
    assert "#table> These options must be given: result.\n" in done.stdout
    assert "Refused: No game is open in this channel." in done.stdout


def test_what_a_terminal_would_obey_is_spelt_out(tmp_path: Path) -> None:
    done = referee(tmp_path, "sandbox", typed=f"{GAME}@alice says \x1b[2J\u202egone\n")
    assert "\x1b" not in done.stdout
    assert "\\u001b[2J\\u202egone" in done.stdout


def test_a_kept_game_goes_on_in_the_next_run(tmp_path: Path) -> None:
    first = referee(tmp_path, "sandbox", "--database", "kept.db", typed=GAME)
    second = referee(
        tmp_path,
        "sandbox",
        "--database",
        "kept.db",
        typed="@alice /roster show\n@alice /dr\n@alice /game end\n",
    )
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    assert "  German: 1\n   G5\n    4-6-7 Kept ML 7\n  Russian: 0\n" in second.stdout
    assert re.search(r"^  #5 German rolls a DR: ", second.stdout, re.MULTILINE)
    assert referee(tmp_path, "export", "1", "--database", "kept.db", "-o", "game.jsonl").returncode == 0
    verified = referee(tmp_path, "verify", "game.jsonl")
    assert verified.stdout.startswith("Game 1: 6 entries, chain unbroken to ")
    assert verified.returncode == 0


def test_a_play_on_a_kept_game_draws_seeds_of_its_own(tmp_path: Path) -> None:
    runs = [referee(tmp_path, "sandbox", "--play", "arnhem", "--database", "kept.db") for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0]
    commitments = [re.findall(r"^  \| `([0-9a-f]{64})`$", run.stdout, re.MULTILINE) for run in runs]
    assert all(commitments)
    assert set(commitments[0]).isdisjoint(commitments[1])


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("no database at all, only notes about one" * 50)
    said = mistake(referee(tmp_path, "sandbox", "--database", "notes.db", typed="quit\n"))
    assert "notes.db" in said
    assert (tmp_path / "notes.db").read_text().startswith("no database at all")


def test_without_a_token_referee_alone_opens_the_table(tmp_path: Path) -> None:
    done = referee(tmp_path, typed="@alice /game show\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("You are at the table.")
    assert "Refused: No game is open" in done.stdout


def test_without_a_token_run_says_where_to_put_one(tmp_path: Path) -> None:
    done = referee(tmp_path, "run")
    assert done.returncode == 2
    assert "REFEREE_TOKEN" in done.stderr
    assert "referee sandbox" in done.stderr


def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = mistake(referee(tmp_path, "sandbox", "--port", port, typed="quit\n"))
    assert port in said


@pytest.mark.parametrize("wrong", [["--port", "x"], ["--bogus"], ["extra"]])
def test_wrong_arguments_are_a_wrong_use(tmp_path: Path, wrong: list[str]) -> None:
    done = referee(tmp_path, "sandbox", *wrong)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: referee")
