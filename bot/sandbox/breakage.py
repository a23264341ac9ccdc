"""The faults, switched from another process: POST /keyboard/faults {"do": ..., ...}."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.sandbox.faults import Faults
from bot.sandbox.request import Request
from bot.sandbox.wire import Json, Object, text, whole
from bot.sandbox.wrong import WrongUse, known


class Breakage:
    """The same words as the methods of Faults, the same arguments under their names."""

    def __init__(self, faults: Faults) -> None:
        self._deeds: Mapping[str, Callable[[Object], None]] = {
            "refuse": lambda b: faults.refuse(
                text(b, "route"), status=whole(b, "status", 500), times=whole(b, "times", 1)
            ),
            "lose": lambda b: faults.lose(
                text(b, "route"),
                status=None if b.get("status", 500) is None else whole(b, "status", 500),
                times=whole(b, "times", 1),
            ),
            "limit": lambda b: faults.limit(
                text(b, "route"),
                seconds=_seconds(b, 0.01),
                via=b.get("via") is not False,
                everywhere=b.get("everywhere") is True,
                times=whole(b, "times", 1),
            ),
            "delay": lambda b: faults.delay(
                text(b, "route"), seconds=_seconds(b, 1.0), times=whole(b, "times", 1)
            ),
            "hold": lambda b: faults.hold(
                text(b, "route"), seconds=_seconds(b, 1.0), times=whole(b, "times", 1)
            ),
            "bucket": lambda b: faults.bucket(whole(b, "limit", 5), _seconds(b, 5.0)),
            "advance": lambda b: faults.advance(_seconds(b, 0.0)),
            "put_out": lambda _: faults.put_out(),
            "invite": lambda _: faults.invite(),
            "drop_sockets": lambda b: faults.drop_sockets(whole(b, "code") or None),
            "ask_to_reconnect": lambda b: faults.ask_to_reconnect(),
            "forget_sessions": lambda b: faults.forget_sessions(),
            "close_gateway": lambda b: faults.close_gateway(),
            "open_gateway": lambda b: faults.open_gateway(),
            "archive": lambda b: faults.change_thread(text(b, "channel"), archived=True),
            "reopen": lambda b: faults.change_thread(text(b, "channel"), archived=False),
            "lock": lambda b: faults.change_thread(text(b, "channel"), locked=True),
            "unlock": lambda b: faults.change_thread(text(b, "channel"), locked=False),
            "delete_channel": lambda b: faults.delete_channel(text(b, "channel")),
            "deliver_again": lambda b: faults.deliver_again(whole(b, "interaction")),
            "clear": lambda b: faults.clear(),
        }

    async def act(self, request: Request) -> Json:
        """Raises WrongUse where the word or what it needs is unknown."""
        deed = request.demand("do")
        if deed not in self._deeds:
            raise WrongUse(f"There is no fault {deed!r}. {known(list(self._deeds), 'There are')}")
        self._deeds[deed](request.body)
        return {"did": deed}


def _seconds(body: Object, otherwise: float) -> float:
    value = body.get("seconds", otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WrongUse(f"'seconds' must be a number, not {value!r}.")
    return float(value)
