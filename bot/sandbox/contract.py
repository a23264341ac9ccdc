"""Discord's own specification held against every call: what the bot sends, what the loopback answers.

For tests alone, of all parts of the project: it needs jsonschema-rs, which the program does without.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import jsonschema_rs

from bot.sandbox.wire import EMPTY, Json, Object, child, decode, encode, text

SPECIFICATION = "urn:discord"


class Specification:
    """The operations of openapi.json; what holds bodies against them is made on first use and kept."""

    def __init__(self, specification: dict[str, Json]) -> None:
        self.paths = child(specification, "paths")
        self._responses = child(child(specification, "components"), "responses")
        self._registry = jsonschema_rs.Registry([(SPECIFICATION, specification)])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def answer_schema(self, operation: Object, status: int) -> Json:
        responses = child(operation, "responses")
        for key in (str(status), "4XX" if status >= 400 else ""):
            if key in responses:
                response = child(responses, key)
                shared = text(response, "$ref").removeprefix("#/components/responses/")
                return _schema(child(self._responses, shared) if shared else response)
        return {"not": {}, "description": f"{status} is no status of this operation"}

    def validator(self, schema: Json) -> jsonschema_rs.Draft202012Validator:
        key = encode(schema)
        if key not in self._validators:
            absolute = decode(key.replace('"$ref":"#/', f'"$ref":"{SPECIFICATION}#/'))
            assert isinstance(absolute, Mapping)
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                dict(absolute), registry=self._registry, validate_formats=True
            )
        return self._validators[key]


@cache
def read_specification(path: Path) -> Specification:
    """`path` is Discord's openapi.json."""
    specification = decode(path.read_bytes())
    assert isinstance(specification, dict)
    schemas = specification["components"]["schemas"]
    # discord.py sends some ids as numbers, and Discord takes them.
    schemas["SnowflakeType"]["type"] = ["string", "integer"]
    # In the tree of a form's errors codes are words, as Discord's page on errors shows.
    schemas["Error"]["properties"]["code"]["type"] = ["integer", "string"]
    return Specification(specification)


class Contract:
    """Give `observe` to a Sandbox and call `check` at the end."""

    def __init__(self, specification: Specification) -> None:
        self._specification = specification
        self.violations: list[str] = []
        self.checked = 0

    @classmethod
    def load(cls, path: Path) -> Contract:
        """`path` is Discord's openapi.json."""
        return cls(read_specification(path))

    def observe(self, method: str, template: str, request: Json, status: int, answer: Json) -> None:
        """A request that Discord would refuse is only held to the form of its refusal; a 5xx to nothing."""
        operation = child(child(self._specification.paths, template), method.lower())
        route = f"{method} {template}"
        self.checked += 1
        if not operation:
            self.violations.append(f"{route} is not in the specification")
        elif status < 500:
            if status < 400 and request is not None:
                self._hold(f"{route} request", _schema(child(operation, "requestBody")), request)
            self._hold(
                f"{route} answer {status}", self._specification.answer_schema(operation, status), answer
            )

    def check(self) -> None:
        """Raises AssertionError with every violation there was."""
        if self.violations:
            raise AssertionError("\n".join(self.violations))

    def _hold(self, what: str, schema: Json, body: Json) -> None:
        if schema is None:
            if body not in (None, EMPTY):
                self.violations.append(f"{what}: a body where there is none: {encode(body)[:200]}")
            return
        for error in self._specification.validator(schema).iter_errors(body):
            place = "/".join(map(str, error.instance_path))
            self.violations.append(f"{what}, at {place or 'the top'}: {error.message[:400]}")


def _schema(body: Object) -> Json:
    return child(child(body, "content"), "application/json").get("schema")
