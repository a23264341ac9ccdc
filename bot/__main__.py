"""The command line `referee`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.commands import offline
from bot.commands.run import run
from bot.commands.table import sandbox
from bot.sandbox.wrong import WrongUse
from bot.settings import BadSetting, Settings, read_settings
from bot.store import NotOurs
from bot.verify import NotTrue
from rules.refusal import DataError, Refused

DONE, FAILED, WRONG_USE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """0 done, 1 what was checked failed, 2 wrong use; a mistake is a sentence on standard error."""
    try:
        return _main(_parser().parse_args(arguments))
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more may be flushed into the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (BadSetting, NotOurs, WrongUse, Refused, DataError, OSError) as wrong:
        print(f"referee: {wrong}", file=sys.stderr)
        return WRONG_USE
    except NotTrue as wrong:
        print(f"NOT VERIFIED. {wrong}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return DONE


def _main(asked: argparse.Namespace) -> int:
    match asked.command:
        case "cases":
            return offline.cases(asked.files)
        case "resolve":
            return offline.resolve(sys.stdin, sys.stdout)
        case "verify":
            return offline.verify(asked.file)
        case "export":
            return offline.export(_database(asked), asked.game, asked.output)
        case "rebuild":
            return offline.rebuild(_database(asked), write=asked.write)
        case "sandbox":
            _log(Settings(log_level="WARNING"))
            return asyncio.run(sandbox(asked.play, asked.database, asked.stay, asked.port))
        case "run":
            return _run(read_settings(file=asked.settings))
        case _:
            settings = read_settings()
            if settings.token:
                return _run(settings)
            _log(Settings(log_level="WARNING"))
            return asyncio.run(sandbox(None, None, stay=True, port=0))


def _run(settings: Settings) -> int:
    _log(settings)
    return asyncio.run(run(settings))


def _log(settings: Settings) -> None:
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT" not in record.getMessage())
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr
    )


def _database(asked: argparse.Namespace) -> Path:
    chosen: Path | None = asked.database
    return chosen or read_settings().database


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee",
        description="The dice referee. Without a command: `run` where a token is set, else `sandbox`.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    command = commands.add_parser("run", help="connect to Discord")
    command.add_argument("--settings", type=Path, metavar="FILE", help="instead of ./referee.toml")

    command = commands.add_parser("sandbox", help="the bot at an embedded table, no token needed")
    command.add_argument(
        "--play", metavar="NAME|FILE", help="play a transcript, such as arnhem, and print it"
    )
    command.add_argument("--stay", action="store_true", help="stay at the table after the play")
    command.add_argument("--database", type=Path, metavar="FILE", help="keep the game in this file")
    command.add_argument("--port", type=int, default=0, help="of the table on 127.0.0.1; 0 takes a free one")

    command = commands.add_parser("cases", help="run numbered cases")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")

    commands.add_parser("resolve", help="answer requests, one a line on standard input")

    command = commands.add_parser("verify", help="check an exported game: chain, commitments, cuts, dice")
    command.add_argument("file", type=Path, metavar="FILE")

    command = commands.add_parser("export", help="write a game's ledger as JSON Lines")
    command.add_argument("game", type=int, metavar="GAME", help="its number, as /game show tells it")
    command.add_argument("--database", type=Path, metavar="FILE")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of standard output")

    command = commands.add_parser("rebuild", help="build rosters again from the entries")
    command.add_argument("--database", type=Path, metavar="FILE")
    wish = command.add_mutually_exclusive_group(required=True)
    wish.add_argument("--check", action="store_true", help="change nothing; exit 1 where they differ")
    wish.add_argument("--write", action="store_true", help="put what the entries give in place")
    return parser


if __name__ == "__main__":
    sys.exit(main())
