"""The answer to a request that the rules or the input do not allow."""

from __future__ import annotations


class Refused(Exception):
    """No ruling, no die, nothing written.

    `code` is one word for programs, `message` a sentence that says what is wrong, where, and what would
    be right, `cite` the rule number, or "" where the input and no rule is at fault.
    """

    def __init__(self, code: str, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cite = cite


class DataError(Exception):
    """A data file that cannot be used: names the file, the key and what would be right; stops the start."""
