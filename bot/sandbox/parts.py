"""The parts under a message: rows of buttons and selects, checked and numbered as Discord does."""

from __future__ import annotations

from collections.abc import Iterator

from bot.sandbox.errors import Form
from bot.sandbox.wire import Json, Object, child, children, kept, text, whole, yes

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6

Path = tuple[str | int, ...]


def check_rows(form: Form, rows: list[Object]) -> None:
    """At most 5 rows, each of at most 5 buttons or one select, no custom_id twice."""
    if len(rows) > 5:
        form.wrong(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    seen: set[str] = set()
    for number, row in enumerate(rows):
        path: Path = ("components", number)
        if whole(row, "type") != ROW:
            form.wrong((*path, "type"), "UNION_TYPE_CHOICES", "Value of field 'type' must be one of (1,).")
            continue
        parts = children(row, "components")
        form.count((*path, "components"), len(parts), 1, 5)
        if len(parts) > 1 and any(whole(part, "type") in SELECTS for part in parts):
            form.wrong(
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The maximum width of the components is exceeded.",
            )
        for place, part in enumerate(parts):
            below: Path = (*path, "components", place)
            _check_part(form, below, part)
            custom_id = text(part, "custom_id")
            if custom_id and custom_id in seen:
                form.wrong(
                    (*below, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            seen.add(custom_id)


def _check_part(form: Form, path: Path, part: Object) -> None:
    kind = whole(part, "type")
    if kind == BUTTON:
        _check_button(form, path, part)
    elif kind in SELECTS:
        _check_select(form, path, part)
    else:
        form.wrong(
            (*path, "type"), "UNION_TYPE_CHOICES", "Value of field 'type' must be one of (2, 3, 5, 6, 7, 8)."
        )


def _check_button(form: Form, path: Path, part: Object) -> None:
    form.length((*path, "label"), text(part, "label"), 0, 80)
    style = whole(part, "style")
    if style != PREMIUM and not text(part, "label") and not child(part, "emoji"):
        form.wrong(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji.")
    if style == LINK:
        form.length((*path, "url"), text(part, "url"), 1, 512)
        if text(part, "custom_id"):
            form.wrong(
                (*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Not with a url."
            )
    elif style != PREMIUM:
        form.length((*path, "custom_id"), text(part, "custom_id"), 1, 100)


def _check_select(form: Form, path: Path, part: Object) -> None:
    form.length((*path, "custom_id"), text(part, "custom_id"), 1, 100)
    form.length((*path, "placeholder"), text(part, "placeholder"), 0, 150)
    low, high = whole(part, "min_values", 1), whole(part, "max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form.wrong(
            (*path, "max_values"), "NUMBER_TYPE_MAX", "min_values to max_values must lie within 0 and 25."
        )
    if whole(part, "type") != STRING_SELECT:
        return
    options = children(part, "options")
    form.count((*path, "options"), len(options), 1, 25)
    if high > len(options):
        form.wrong((*path, "max_values"), "NUMBER_TYPE_MAX", f"Must be at most the {len(options)} options.")
    values: set[str] = set()
    for index, option in enumerate(options):
        below: Path = (*path, "options", index)
        form.length((*below, "label"), text(option, "label"), 1, 100)
        form.length((*below, "value"), text(option, "value"), 1, 100)
        form.length((*below, "description"), text(option, "description"), 0, 100)
        if text(option, "value") in values:
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            form.wrong((*below, "value"), code, "The specified option value is already used")
        values.add(text(option, "value"))


def check_modal(form: Form, data: Object) -> None:
    """Title, custom_id and 1 to 5 parts; raises nothing itself."""
    form.length(("data", "title"), text(data, "title"), 1, 45)
    form.length(("data", "custom_id"), text(data, "custom_id"), 1, 100)
    parts = children(data, "components")
    form.count(("data", "components"), len(parts), 1, 5)
    seen: set[str] = set()
    for part, label in modal_inputs(data):
        form.length(("data", "components", "label"), label, 1, 45)
        custom_id = text(part, "custom_id")
        form.length(("data", "components", "custom_id"), custom_id, 1, 100)
        form.length(("data", "components", "placeholder"), text(part, "placeholder"), 0, 150)
        form.length(("data", "components", "value"), text(part, "value"), 0, 4000)
        if custom_id in seen:
            message = "Component custom id cannot be duplicated"
            form.wrong(("data", "components"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        seen.add(custom_id)


def modal_inputs(data: Object) -> Iterator[tuple[Object, str]]:
    """Each input of a modal with the label a person reads over it; plain text is left out."""
    for part in children(data, "components"):
        if whole(part, "type") == ROW:
            for inner in children(part, "components"):
                yield inner, text(inner, "label")
        elif inner := child(part, "component"):
            yield inner, text(part, "label")


def numbered(rows: list[Object]) -> list[Object]:
    """The rows as Discord gives them back: every part with its id, defaults written out, nothing null."""
    given = iter(range(1, 1000))
    return [_numbered(row, given) for row in rows]


def _numbered(part: Object, given: Iterator[int]) -> dict[str, Json]:
    full: dict[str, Json] = kept(part)
    full["id"] = whole(part, "id") or next(given)
    kind = whole(part, "type")
    if kind == ROW:
        full["components"] = [_numbered(inner, given) for inner in children(part, "components")]
    if kind == BUTTON and "emoji" in part:
        full["emoji"] = kept(child(part, "emoji"))
    if kind in SELECTS:
        full |= {"min_values": whole(part, "min_values", 1), "max_values": whole(part, "max_values", 1)}
    if kind == STRING_SELECT:
        full["options"] = [_option(option) for option in children(part, "options")]
    return full


def _option(option: Object) -> dict[str, Json]:
    full = kept(option)
    full["default"] = yes(option, "default")
    if "emoji" in option:
        full["emoji"] = kept(child(option, "emoji"))
    return full


def parts_of(rows: list[Object]) -> Iterator[Object]:
    """The buttons and selects in reading order."""
    for row in rows:
        yield from children(row, "components")
