"""A post as text for a terminal."""

from __future__ import annotations

import re
import textwrap
from datetime import UTC, datetime

from bot.sandbox.parts import BUTTON, parts_of
from bot.sandbox.wire import Object, child, children, text, whole, yes

WIDTH = 78
FENCE = re.compile(r"```(?:[a-z]+\n)?\n?(.*?)\n?```", re.DOTALL)
CODE = re.compile(r"(?<![\\`])(`[^`\n]+`)(?!`)")
TIME = re.compile(r"<t:(-?\d+)(?::[tTdDfFR])?>")
LINK = re.compile(r"(?<!\\)\[([^\[\]\n]+)\]\((https?://[^\s()]+)\)")
MARKED = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)

# What a terminal would obey, or not show: it could move the cursor, turn the line, make two names look alike.
UNSEEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def print_post(post: Object) -> str:
    """As people read it, 78 columns wide; lines in code blocks keep their own width."""
    names = child(post, "names")
    lines = [_head(post)]
    lines += _body(text(post, "content"), names, "  ")
    for embed in children(post, "embeds"):
        lines += _embed(embed, names)
    for attachment in children(post, "attachments"):
        size = whole(attachment, "size")
        lines.append(f"  + {text(attachment, 'filename')} ({size} bytes) {text(attachment, 'url')}")
    lines += _parts(post)
    return "\n".join(UNSEEN.sub(_spelt, line.rstrip()) for line in lines)


def _spelt(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _head(post: Object) -> str:
    head = text(post, "author")
    if text(post, "by"):
        head += f", to {text(post, 'by')}"
        head += f" /{text(post, 'command')}" if text(post, "command") else ""
    if text(post, "only"):
        head += f" (only {text(post, 'only')} sees this)"
    if yes(post, "loading"):
        head += " is thinking ..."
    elif text(post, "edited"):
        head += " (edited)"
    return head


def _embed(embed: Object, names: Object) -> list[str]:
    lines = _body(text(child(embed, "author"), "name"), names, "  | ")
    lines += _body(text(embed, "title"), names, "  | ")
    lines += _body(text(embed, "description"), names, "  | ")
    for field in children(embed, "fields"):
        lines += _body(text(field, "name"), names, "  | ")
        lines += _body(text(field, "value"), names, "  |   ")
    address = text(child(embed, "image"), "url")
    lines += [f"  | <{address}>"] if address else []
    return lines + _body(text(child(embed, "footer"), "text"), names, "  | ")


def _parts(post: Object) -> list[str]:
    shown: list[str] = []
    for part in parts_of(children(post, "components")):
        label = text(part, "label") or text(part, "placeholder") or text(child(part, "emoji"), "name")
        label = label or text(part, "custom_id")
        if whole(part, "type") != BUTTON:
            label += ": " + " / ".join(text(option, "label") for option in children(part, "options"))
        shown.append(f"[{label}{' (disabled)' if yes(part, 'disabled') else ''}]")
    return textwrap.wrap("  ".join(shown), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _body(written: str, names: Object, indent: str) -> list[str]:
    lines: list[str] = []
    # Every second piece is the inside of a code block.
    for index, piece in enumerate(FENCE.split(written)):
        if not piece.strip():
            continue
        if index % 2:
            lines += [indent + line for line in piece.split("\n")]
            continue
        for line in _plain(piece, names).strip("\n").split("\n"):
            # An address in two pieces is none.
            lines += textwrap.wrap(
                line, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False
            ) or [indent]
    return lines


def _plain(written: str, names: Object) -> str:
    """Without markup, which inside a code span is none."""
    pieces = CODE.split(written)
    return "".join(piece if at % 2 else _unmarked(piece, names) for at, piece in enumerate(pieces))


def _unmarked(written: str, names: Object) -> str:
    written = re.sub(r"<@!?(\d+)>", lambda m: f"@{text(names, '@' + m[1], m[1])}", written)
    written = re.sub(r"<@&(\d+)>", lambda m: f"@{text(names, '@&' + m[1], m[1])}", written)
    written = re.sub(r"<#(\d+)>", lambda m: f"#{text(names, '#' + m[1], m[1])}", written)
    written = TIME.sub(lambda m: f"{datetime.fromtimestamp(int(m[1]), UTC):%Y-%m-%d %H:%M} UTC", written)
    written = LINK.sub(r"\1", written)
    before = ""
    while before != written:
        before, written = written, MARKED.sub(r"\2", written)
    return re.sub(r"\\([*_`~|\\<>@#\[\]()-])", r"\1", written)
