"""What Discord demands of a command's definition before it takes it."""

from __future__ import annotations

import re
from collections import Counter

from bot.sandbox.errors import Form
from bot.sandbox.wire import Json, Object, children, text, whole, yes

CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
MOST = {CHAT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
CHARACTERS = 8000

Path = tuple[str | int, ...]
NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Object]) -> None:
    """Raises 50035 with the tree of all that is wrong in the whole list."""
    form = Form()
    kinds = Counter(whole(command, "type", CHAT) for command in commands)
    for kind, number in kinds.items():
        if number > MOST.get(kind, 0):
            code = "APPLICATION_COMMAND_TOO_MANY"
            form.wrong((), code, f"Maximum number of application commands reached ({MOST.get(kind, 0)}).")
    names = Counter((whole(command, "type", CHAT), text(command, "name")) for command in commands)
    for index, command in enumerate(commands):
        path: Path = (index,)
        if names[(whole(command, "type", CHAT), text(command, "name"))] > 1:
            form.wrong(
                (*path, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        _check_command(form, path, command)
    form.check()


def _check_command(form: Form, path: Path, command: Object) -> None:
    if whole(command, "type", CHAT) != CHAT:
        form.length((*path, "name"), text(command, "name"), 1, 32)
        if text(command, "description"):
            message = "Context menu commands cannot have description"
            form.wrong(
                (*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_EMPTY", message
            )
        return
    _check_name(form, path, command)
    _check_options(form, path, children(command, "options"), depth=0)
    size = _characters(command)
    if size > CHARACTERS:
        message = f"Command exceeds maximum size ({CHARACTERS})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_name(form: Form, path: Path, part: Object) -> None:
    name = text(part, "name")
    if not NAME.fullmatch(name):
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    elif name != name.lower():
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name must be lower case")
    form.length((*path, "description"), text(part, "description"), 1, 100)


def _check_options(form: Form, path: Path, options: list[Object], depth: int) -> None:
    if len(options) > 25:
        form.wrong((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names = Counter(text(option, "name") for option in options)
    kinds = [whole(option, "type") for option in options]
    nests = [kind in (SUBCOMMAND, GROUP) for kind in kinds]
    if any(nests) and not all(nests):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    optional = False
    for index, option in enumerate(options):
        below: Path = (*path, "options", index)
        _check_name(form, below, option)
        if names[text(option, "name")] > 1:
            form.wrong(
                (*below, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", "Option name already in use"
            )
        if kinds[index] in (SUBCOMMAND, GROUP):
            if depth > (0 if kinds[index] == GROUP else 1):
                form.wrong(below, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            _check_options(form, below, children(option, "options"), depth + 1)
            continue
        if yes(option, "required") and optional:
            message = "Required options must be placed before non-required options"
            form.wrong(below, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not yes(option, "required")
        _check_values(form, below, option)


def _check_values(form: Form, path: Path, option: Object) -> None:
    kind = whole(option, "type")
    if not STRING <= kind <= ATTACHMENT:
        form.wrong(
            (*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}."
        )
    choices = children(option, "choices")
    if choices and yes(option, "autocomplete"):
        message = "Choices cannot be set together with autocomplete"
        form.wrong(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
    if (choices or yes(option, "autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        message = "Choices and autocomplete are for strings and numbers"
        form.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    check_choices(form, (*path, "choices"), choices, kind)


def check_choices(form: Form, path: Path, choices: list[Object], kind: int) -> None:
    """At most 25, names of 1 to 100 characters, values of the option's type."""
    if len(choices) > 25:
        form.wrong(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names = Counter(text(choice, "name") for choice in choices)
    for index, choice in enumerate(choices):
        form.length((*path, index, "name"), text(choice, "name"), 1, 100)
        if names[text(choice, "name")] > 1:
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE"
            form.wrong((*path, index, "name"), code, "Choice name already in use")
        value = choice.get("value")
        if isinstance(value, str) and kind == STRING:
            form.length((*path, index, "value"), value, 1, 100)
        elif not _fits(value, kind):
            form.wrong(
                (*path, index, "value"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_TYPE",
                "Value has the wrong type",
            )


def _fits(value: Json, kind: int) -> bool:
    if isinstance(value, bool):
        return False
    if kind == STRING:
        return isinstance(value, str)
    return isinstance(value, int) or (kind == NUMBER and isinstance(value, float))


def _characters(part: Object) -> int:
    """Names, descriptions and choice values, those of all options included."""
    own = len(text(part, "name")) + len(text(part, "description"))
    for choice in children(part, "choices"):
        own += len(text(choice, "name")) + len(str(choice.get("value", "")))
    return own + sum(_characters(option) for option in children(part, "options"))
