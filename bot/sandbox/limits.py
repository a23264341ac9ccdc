"""What a message may hold; Discord's limits that its specification does not state are here too."""

from __future__ import annotations

from bot.sandbox.errors import Form, api_error
from bot.sandbox.parts import check_rows
from bot.sandbox.wire import Object, child, children, text, whole

CONTENT = 2000
EMBEDS = 10
EMBEDS_IN_ALL = 6000
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
NONCE = 25
COMPONENTS_V2 = 1 << 15


def check_message(body: Object, *, kept_attachments: int = 0) -> None:
    """Raises 50035 with the tree of all that is wrong."""
    form = Form()
    if whole(body, "flags") & COMPONENTS_V2:
        form.wrong(("flags",), "SANDBOX", "Components V2 is not imitated here.")
    content = body.get("content")
    if isinstance(content, str):
        form.length(("content",), content, 0, CONTENT)
    nonce = body.get("nonce")
    if nonce is not None:
        form.length(("nonce",), str(nonce), 0, NONCE)
    embeds = children(body, "embeds")
    if len(embeds) > EMBEDS:
        form.wrong(("embeds",), "BASE_TYPE_MAX_LENGTH", f"Must be {EMBEDS} or fewer in length.")
    for index, embed in enumerate(embeds):
        _check_embed(form, ("embeds", index), embed)
    if sum(map(embed_length, embeds)) > EMBEDS_IN_ALL:
        message = f"Embed size exceeds maximum size of {EMBEDS_IN_ALL}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)
    if len(children(body, "attachments")) + kept_attachments > FILES:
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    check_rows(form, children(body, "components"))
    form.check()


def check_files(sizes: list[int]) -> None:
    """Raises 40005 where a file or all together are over the limit of an unboosted server."""
    if any(size > FILE_BYTES for size in sizes):
        raise api_error(40005)


def embed_length(embed: Object) -> int:
    """The characters that count towards the 6,000 of a message."""
    own = len(text(embed, "title")) + len(text(embed, "description"))
    own += len(text(child(embed, "footer"), "text")) + len(text(child(embed, "author"), "name"))
    return own + sum(len(text(f, "name")) + len(text(f, "value")) for f in children(embed, "fields"))


def _check_embed(form: Form, path: tuple[str | int, ...], embed: Object) -> None:
    form.length((*path, "title"), text(embed, "title"), 0, 256)
    form.length((*path, "description"), text(embed, "description"), 0, 4096)
    if "footer" in embed:
        form.length((*path, "footer", "text"), text(child(embed, "footer"), "text"), 1, 2048)
    if "author" in embed:
        form.length((*path, "author", "name"), text(child(embed, "author"), "name"), 1, 256)
    fields = children(embed, "fields")
    if len(fields) > 25:
        form.wrong((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, field in enumerate(fields):
        # Text of blanks alone is trimmed to nothing before it is measured.
        form.length((*path, "fields", index, "name"), text(field, "name").strip(), 1, 256)
        form.length((*path, "fields", index, "value"), text(field, "value").strip(), 1, 1024)
