"""An exported trail as one page that needs nothing else: no network, no server, no Discord."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from bot.channel.embeds import COLOUR
from bot.events.codecs import EVENTS
from bot.events.table import CampaignOpened, GameOpened
from bot.ledger.entry import Entry, Kind, Voiding, struck
from bot.ledger.exported import Exported
from bot.render.corrections import strike
from bot.render.pages import fence
from bot.render.post import Post, posts_of
from bot.sandbox.wire import Json, encode
from bot.verify.states import Checked, Examination
from bot.words import names
from rules.refusal import DataError

BUILT = files("bot.sandbox").joinpath("page", "built")


def trail_page(exports: Sequence[Path]) -> tuple[str, str]:
    """The page, and the first failure of the export or "". Raises NotExported for what is none."""
    exported = Exported(exports)
    examination = Examination(exported)
    found = list(examination.entries())
    game = exported.game
    void = struck(_voiding(found))
    reasons = {checked.link.entry.seq: checked.link.entry.reason for checked in found}
    trail: Json = {
        "title": _title(game, found),
        "entries": [_told(checked, void, reasons) for checked in found],
        "head": found[-1].link.hash.hex() if found else "",
        "failure": examination.failure,
        "colour": COLOUR,
    }
    # What does not hold may have half a surrogate pair in it, which no file takes.
    page = _page(trail, f"Game {game}").encode(errors="replace").decode()
    return page, examination.failure


def _title(game: int, found: Sequence[Checked]) -> str:
    opened = _events(found[0].link.entry) if found else ()
    for event in opened:
        if isinstance(event, GameOpened):
            return f"Game {game}: " + " against ".join(names.plain(side.name) for side in event.sides)
        if isinstance(event, CampaignOpened):
            return f"Game {game}: {names.plain(event.label)}"
    return f"Game {game}"


def _events(entry: Entry) -> Iterator[object]:
    for stored in entry.events:
        try:
            yield EVENTS.read(stored)
        except DataError:
            return


def _voiding(found: Iterable[Checked]) -> list[Voiding]:
    entries = [checked.link.entry for checked in found]
    return [Voiding(e.seq, e.voids, e.kind is not Kind.VOIDED) for e in entries if e.voids]


def _told(checked: Checked, void: dict[int, int], reasons: dict[int, str]) -> Json:
    entry = checked.link.entry
    by = void.get(entry.seq)
    return {
        "seq": entry.seq,
        "at": entry.at,
        "actor": entry.actor,
        "command": entry.command,
        "void": by is not None,
        "state": checked.state,
        "says": checked.says,
        "posts": [
            {
                "line": post.line if by is None else strike(post.line, by, reasons[by]),
                "body": post.body,
                "footer": post.footer,
            }
            for post in _posts(checked)
        ],
    }


def _posts(checked: Checked) -> tuple[Post, ...]:
    """As the channel showed them, people by their pseudonyms."""
    try:
        return posts_of(checked.link, str)
    except Exception:
        # An export may have been written by anybody, and tell of pieces that no ruling looked at.
        recorded = fence(names.fenced(checked.link.body.decode()))
        return (Post(f"#{checked.link.entry.seq} makes no post. What is recorded:", recorded, ""),)


def _page(trail: Json, title: str) -> str:
    style = BUILT.joinpath("page.css").read_text(encoding="utf-8")
    script = BUILT.joinpath("transcript.js").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; base-uri 'none'"
    # In a script no tag may begin, whatever somebody called himself.
    data = encode(trail).replace("<", "\\u003c")
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{style}</style></head><body>",
            "<noscript><p>This page draws itself with JavaScript of its own; allow it here.</p></noscript>",
            f'<script type="application/json" id="trail">{data}</script>',
            f"<script>{script}</script></body></html>",
            "",
        )
    )


def _source(text: str) -> str:
    """What a policy calls exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
