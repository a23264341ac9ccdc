"""The page's files, as npm has built them, and what a browser may do with them."""

from __future__ import annotations

from importlib.resources import files

from aiohttp import web

BUILT = files("bot.sandbox").joinpath("page", "built")
# Nothing from outside, nothing inline, no frame around it; the address, which holds the key, goes nowhere.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
# A file that somebody attached is shown as what it is, but never acts, not even as a page of its own.
ATTACHED = HEADERS | {"Content-Security-Policy": "default-src 'none'; sandbox"}
KINDS = {
    "index.html": "text/html",
    "page.js": "text/javascript",
    "page.css": "text/css",
    "icon.svg": "image/svg+xml",
}


async def serve(request: web.Request) -> web.Response:
    """A file of the page; without a name its first one."""
    name = request.match_info.get("file") or "index.html"
    if name not in KINDS:
        return web.Response(status=404, headers=HEADERS)
    return web.Response(
        body=BUILT.joinpath(name).read_bytes(), headers=HEADERS, content_type=KINDS[name], charset="utf-8"
    )
