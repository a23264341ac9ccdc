"""The errors of Discord's API: HTTP status, code, message, and the tree of a form that is wrong."""

from __future__ import annotations

from bot.sandbox.wire import Json

MESSAGES: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30003: (400, "Maximum number of pins reached (250)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "This thread is locked"),
}


class ApiError(Exception):
    """A request that Discord refuses; `body` is what the client gets."""

    def __init__(self, status: int, body: dict[str, Json], headers: dict[str, str] | None = None) -> None:
        super().__init__(f"{status} {body.get('code')}: {body.get('message')}")
        self.status = status
        self.body = body
        self.headers = headers or {}


def api_error(code: int) -> ApiError:
    """The error with this code, as MESSAGES has it."""
    status, message = MESSAGES[code]
    return ApiError(status, {"message": message, "code": code})


class Form:
    """Gathers what is wrong with a body, each under its path, and raises it as one 50035."""

    def __init__(self) -> None:
        self._tree: dict[str, Json] = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """`path` leads to the field, list positions as numbers; an empty one is the body itself."""
        node = self._tree
        for step in path:
            below = node.setdefault(str(step), {})
            assert isinstance(below, dict)
            node = below
        errors = node.setdefault("_errors", [])
        assert isinstance(errors, list)
        errors.append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], value: str, low: int, high: int) -> None:
        """Holds the text to `low` to `high` characters."""
        if low and not value:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(value) > high and not low:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif not low <= len(value) <= high:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def count(self, path: tuple[str | int, ...], number: int, low: int, high: int) -> None:
        """Holds a list to `low` to `high` items."""
        if not low <= number <= high:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def check(self) -> None:
        """Raises the ApiError 50035 where anything was wrong."""
        if self._tree:
            status, message = MESSAGES[50035]
            raise ApiError(status, {"message": message, "code": 50035, "errors": self._tree})
