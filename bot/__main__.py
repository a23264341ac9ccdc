"""The command line `referee`."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from bot.sandbox.wrong import WrongUse
from bot.settings import BadSetting, Settings, read_settings
from bot.store import NotNow, NotOurs
from rules.refusal import DataError, Refused

DONE, FAILED, WRONG_USE = 0, 1, 2
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 done, 1 failed, 2 wrong use; either is a sentence on standard error."""
    try:
        return _main(_parser().parse_args(arguments))
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more may be flushed into the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except NotNow as shut:
        print(f"referee: {shut}", file=sys.stderr)
        return FAILED
    except (BadSetting, NotOurs, WrongUse, Refused, DataError, OSError) as wrong:
        print(f"referee: {wrong}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        return DONE


def _main(asked: argparse.Namespace) -> int:
    match asked.command:
        case "run":
            return _run(read_settings(file=asked.settings))
        case "sandbox":
            return _sandbox(asked.play, asked.database, asked.stay, asked.port)
        case "backup" | "restore" | "doctor":
            return _host(asked)
        case "cases" | "resolve" | "odds" | "verify" | "transcript" | "rebuild":
            return _offline(asked)
        case "export" | "import":
            return _ledger(asked)
        case _:
            settings = read_settings()
            return _run(settings) if settings.token else _sandbox(None, None, stay=True, port=0)


# Each command loads what it needs: the rules, and the client for Discord, take a quarter of a second each.


def _run(settings: Settings) -> int:
    # What loading makes stays: a collector that looks through it again and again takes a tenth of the start.
    gc.disable()
    import asyncio

    from bot.channel.client import load_cogs
    from bot.commands.run import run
    from bot.logs import start_log

    load_cogs()
    gc.freeze()
    gc.enable()
    start_log(settings)
    return asyncio.run(run(settings))


def _sandbox(play: str | None, database: Path | None, stay: bool, port: int) -> int:
    import asyncio

    from bot.commands.table import sandbox
    from bot.logs import start_log

    start_log(Settings(log_level="WARNING"))
    return asyncio.run(sandbox(play, database, stay, port))


def _host(asked: argparse.Namespace) -> int:
    from bot.commands import hosting

    match asked.command:
        case "backup":
            return hosting.backup(_database(asked), asked.file, force=asked.force)
        case "restore" if asked.check:
            return hosting.check(asked.file)
        case "restore":
            return hosting.restore(asked.file, _database(asked))
        case _:
            return hosting.doctor(asked.settings, online=asked.online)


def _offline(asked: argparse.Namespace) -> int:
    from bot.commands import offline

    match asked.command:
        case "cases":
            return offline.cases(asked.files)
        case "resolve":
            return offline.resolve(sys.stdin, sys.stdout)
        case "odds":
            return offline.odds(sys.stdin, sys.stdout, as_table=asked.table)
        case "verify":
            return offline.verify(asked.files, asked.seen)
        case "transcript":
            return offline.transcript(asked.files, asked.output)
        case _:
            return offline.rebuild(_database(asked), write=asked.write)


def _ledger(asked: argparse.Namespace) -> int:
    from bot.archive.export import Form
    from bot.commands import ledger

    if asked.command == "import":
        return ledger.bring_in(_database(asked), asked.files)
    return ledger.export(_database(asked), asked.game, Form(asked.form), asked.output)


def _database(asked: argparse.Namespace) -> Path:
    chosen: Path | None = asked.database
    return chosen or read_settings().database


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee",
        description="The dice referee. Without a command: `run` where a token is set, else `sandbox`.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_tables(commands)
    _add_offline(commands)
    _add_ledger(commands)
    _add_host(commands)
    return parser


def _add_tables(commands: Commands) -> None:
    command = commands.add_parser("run", help="connect to Discord")
    command.add_argument("--settings", type=Path, metavar="FILE", help="instead of ./referee.toml")

    command = commands.add_parser("sandbox", help="the bot at an embedded table, no token needed")
    command.add_argument(
        "--play", metavar="NAME|FILE", help="play a transcript, such as arnhem, and print it"
    )
    command.add_argument("--stay", action="store_true", help="stay at the table after the play")
    command.add_argument("--database", type=Path, metavar="FILE", help="keep the game in this file")
    command.add_argument("--port", type=int, default=0, help="of the table on 127.0.0.1; 0 takes a free one")


def _add_offline(commands: Commands) -> None:
    command = commands.add_parser("cases", help="run numbered cases")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")

    commands.add_parser("resolve", help="answer requests, one a line on standard input")

    command = commands.add_parser("odds", help="exact chances for requests, one a line on standard input")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one answer a line, which is the default")
    form.add_argument("--table", action="store_true", help="a small table with percentages for each")

    command = commands.add_parser("verify", help="check an exported game: chain, dice, then every ruling")
    command.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="an export, or its parts in order"
    )
    command.add_argument(
        "--seen",
        action="append",
        default=[],
        metavar="'#41 3fa9...'",
        help="a footer that you copied from the channel; may be given again",
    )

    command = commands.add_parser("transcript", help="an export as one page, each entry with its proof")
    command.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="an export, or its parts in order"
    )
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of standard output")


def _add_ledger(commands: Commands) -> None:
    command = commands.add_parser("export", help="write a game's ledger as JSON Lines, its rolls or its text")
    command.add_argument("game", type=int, metavar="GAME", help="its number, as /game show tells it")
    command.add_argument("--database", type=Path, metavar="FILE")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of standard output")
    form = command.add_mutually_exclusive_group()
    command.set_defaults(form="ledger")
    for name, flag, what in (
        ("rolls", "--csv", "every draw, a row each"),
        ("transcript", "--text", "what the channel showed, as plain text"),
    ):
        form.add_argument(flag, dest="form", action="store_const", const=name, help=what)

    command = commands.add_parser("import", help="bring exported games into an empty database")
    command.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="exports, the parts of one in their order"
    )
    command.add_argument("--database", type=Path, metavar="FILE")

    command = commands.add_parser("rebuild", help="build rosters again from the entries")
    command.add_argument("--database", type=Path, metavar="FILE")
    wish = command.add_mutually_exclusive_group(required=True)
    wish.add_argument("--check", action="store_true", help="change nothing; exit 1 where they differ")
    wish.add_argument("--write", action="store_true", help="put what the entries give in place")


def _add_host(commands: Commands) -> None:
    command = commands.add_parser("backup", help="copy the database, also while a referee runs on it")
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--database", type=Path, metavar="FILE")
    command.add_argument("--force", action="store_true", help="also over a file that exists")

    command = commands.add_parser(
        "restore", help="put a backup in place of the database, which is kept aside"
    )
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--database", type=Path, metavar="FILE")
    command.add_argument("--check", action="store_true", help="change nothing; exit 1 if it is not whole")

    command = commands.add_parser("doctor", help="what is wrong here, and what to do")
    command.add_argument("--settings", type=Path, metavar="FILE", help="instead of ./referee.toml")
    command.add_argument("--online", action="store_true", help="ask Discord too: token, clock, channels")


if __name__ == "__main__":
    sys.exit(main())
