"""A modal as a person fills it in: the inputs of the form, each with what was written."""

from __future__ import annotations

from collections.abc import Mapping

from bot.sandbox.options import find_upload
from bot.sandbox.parts import ROW, STRING_SELECT, TEXT_INPUT, modal_inputs
from bot.sandbox.uploads import Uploads
from bot.sandbox.wire import Json, Object, as_list, child, children, text, whole
from bot.sandbox.world import Person
from bot.sandbox.wrong import WrongUse, known

LABELLED, FILE_INPUT = 18, 19


def filled(
    modal: Object, fields: Mapping[str, Json], uploads: Uploads, person: Person, resolved: dict[str, Json]
) -> list[Json]:
    """`fields` are by label or custom_id; `resolved` receives the files. Raises WrongUse."""
    inputs = list(modal_inputs(modal))
    names = {name for part, label in inputs for name in (label, text(part, "custom_id"))}
    for name in fields:
        if name not in names:
            raise WrongUse(
                f"The form has no field {name!r}. {known([label for _, label in inputs], 'It has')}"
            )
    sheet = _Sheet(fields, uploads, person, resolved)
    sent: list[Json] = []
    for number, part in enumerate(children(modal, "components"), start=1):
        kind = whole(part, "type")
        entry: dict[str, Json] = {"type": kind, "id": whole(part, "id") or number}
        if kind == ROW:
            entry["components"] = [sheet.value(p, text(p, "label")) for p in children(part, "components")]
        elif kind == LABELLED:
            entry["component"] = sheet.value(child(part, "component"), text(part, "label"))
        sent.append(entry)
    return sent


class _Sheet:
    def __init__(
        self, fields: Mapping[str, Json], uploads: Uploads, person: Person, resolved: dict[str, Json]
    ) -> None:
        self._fields = fields
        self._uploads = uploads
        self._person = person
        self._files: dict[str, Json] = {}
        self._resolved = resolved

    def value(self, part: Object, label: str) -> dict[str, Json]:
        kind, custom_id = whole(part, "type"), text(part, "custom_id")
        given = self._fields.get(label, self._fields.get(custom_id))
        entry: dict[str, Json] = {"type": kind, "custom_id": custom_id, "id": whole(part, "id") or 100}
        required = part.get("required") is not False
        if kind == TEXT_INPUT:
            return entry | {"value": _text(part, label, given, required)}
        values = [given] if isinstance(given, str) else [str(v) for v in as_list(given)]
        low = whole(part, "min_values", 1) if required else 0
        if not low <= len(values) <= whole(part, "max_values", 1):
            raise WrongUse(
                f"{label!r} takes {low} to {whole(part, 'max_values', 1)} values, not {len(values)}."
            )
        if kind == STRING_SELECT:
            return entry | {"values": [_option(part, label, value) for value in values]}
        if kind == FILE_INPUT:
            return entry | {"values": [self._file(label, value) for value in values]}
        raise WrongUse(f"{label!r} is a field of a kind that cannot be filled in here.")

    def _file(self, label: str, value: str) -> str:
        upload = find_upload(self._uploads, self._person, label, value)
        self._files[str(upload.id)] = self._uploads.payload(upload, ephemeral=True)
        self._resolved["attachments"] = self._files
        return str(upload.id)


def _text(part: Object, label: str, given: Json, required: bool) -> str:
    value = text(part, "value") if given is None else str(given)
    low, high = whole(part, "min_length", 0), whole(part, "max_length", 4000)
    if not value and not required:
        return value
    low = max(low, 1) if required else low
    if not low <= len(value) <= high:
        raise WrongUse(f"{label!r} takes {low} to {high} characters, not {len(value)}.")
    return value


def _option(part: Object, label: str, value: str) -> str:
    options = children(part, "options")
    found = next((o for o in options if value in (text(o, "value"), text(o, "label"))), None)
    if found is None:
        raise WrongUse(f"{label!r} has no {value!r}. {known([text(o, 'label') for o in options], 'It has')}")
    return text(found, "value")
