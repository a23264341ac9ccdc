"""What a browser may do with the files that people attach."""

from __future__ import annotations

# Shown as what it is, a file never acts, not even as a page of its own; its address goes nowhere.
ATTACHED = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
