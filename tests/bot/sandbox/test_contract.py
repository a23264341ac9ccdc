"""The checking layer finds what Discord's specification does not allow."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.sandbox.contract import Contract

SEND = ("POST", "/channels/{channel_id}/messages")


@pytest.fixture
def contract(specification: Contract | None) -> Any:
    if specification is None:
        pytest.skip("../shared/discord/openapi.json is not beside the project")
    specification.violations.clear()
    yield specification
    specification.violations.clear()


def test_a_wrong_request_that_was_taken_is_a_violation(contract: Contract) -> None:
    contract.observe(*SEND, {"content": "x" * 4001}, 204, None)
    assert any("request, at content" in violation for violation in contract.violations)


def test_a_wrong_answer_is_a_violation(contract: Contract) -> None:
    contract.observe("GET", "/users/@me", None, 200, {"id": "1"})
    assert any("required property" in violation for violation in contract.violations)
    with pytest.raises(AssertionError, match="required property"):
        contract.check()


def test_a_refused_request_is_only_held_to_the_form_of_its_refusal(contract: Contract) -> None:
    contract.observe(*SEND, {"content": "x" * 4001}, 400, {"code": 50035, "message": "Invalid Form Body"})
    assert contract.violations == []
    contract.observe(*SEND, {}, 400, {"error": "no"})
    assert contract.violations != []


def test_an_operation_that_discord_does_not_have_is_a_violation(contract: Contract) -> None:
    contract.observe("GET", "/dice", None, 200, {})
    assert contract.violations == ["GET /dice is not in the specification"]


def test_a_snowflake_may_be_a_number(contract: Contract) -> None:
    schema = contract._specification.validator({"$ref": "#/components/schemas/SnowflakeType"})
    assert schema.is_valid(123)
    assert schema.is_valid("123")
    assert not schema.is_valid("12x")


async def test_every_route_of_the_loopback_is_one_of_discords(table: Any, contract: Contract) -> None:
    for route in table.sandbox.faults.routes:
        method, template = route.split(" ")
        operation = contract._specification.paths[template][method.lower()]
        assert operation["operationId"]


async def test_an_unserved_route_is_a_404_that_is_remembered(table: Any) -> None:
    headers = {"Authorization": f"Bot {table.sandbox.token}"}
    url = f"{table.sandbox.url}/api/v10/guilds/1/bans"
    async with aiohttp.ClientSession(headers=headers) as session, session.get(url) as response:
        assert response.status == 404
        assert (await response.json())["code"] == 0
    assert table.sandbox.rest.unserved == ["GET /api/v10/guilds/1/bans"]
