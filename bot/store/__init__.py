"""SQLite: the ledger, what is built from it, and what is still to be posted."""

from bot.store.opening import NotNow, NotOurs, hold, open_store, reading, scratch
from bot.store.rows import PieceRow
from bot.store.transaction import Transaction
from bot.store.writer import NotWritten, Store, of_the_disk

__all__ = [
    "NotNow",
    "NotOurs",
    "NotWritten",
    "PieceRow",
    "Store",
    "Transaction",
    "hold",
    "of_the_disk",
    "open_store",
    "reading",
    "scratch",
]
