"""The options of a slash command: what a person typed, as the typed values Discord's client would send."""

from __future__ import annotations

from collections.abc import Mapping

from bot.sandbox import definitions, payloads
from bot.sandbox.messages import CHANNEL_MENTION, MENTION, ROLE_MENTION
from bot.sandbox.uploads import Upload, Uploads
from bot.sandbox.wire import Json, Object, children, text, whole, yes
from bot.sandbox.world import Channel, Person, Role, World
from bot.sandbox.wrong import WrongUse, known

SAFE = 2**53
TRUE, FALSE = ("true", "yes", "1", "on"), ("false", "no", "0", "off")


class Options:
    """Reads the options of one call; `resolved` gathers the people, roles, channels and files they name."""

    def __init__(self, world: World, uploads: Uploads, person: Person, channel: Channel) -> None:
        self._world = world
        self._uploads = uploads
        self._person = person
        self._place = channel
        self.resolved: dict[str, dict[str, Json]] = {}

    def read(
        self, defined: list[Object], given: Mapping[str, Json], focused: str | None = None
    ) -> list[Json]:
        """In the order given. While `focused` is typed, nothing is demanded of it or of missing ones."""
        names = [text(option, "name") for option in defined]
        for name in given:
            if name not in names:
                raise WrongUse(f"There is no option {name!r}. {known(names, 'The options are')}")
        by_name = dict(zip(names, defined, strict=True))
        missing = [n for n, o in by_name.items() if yes(o, "required") and n not in given]
        if missing and focused is None:
            raise WrongUse(f"{known(missing, 'These options must be given')}")
        read: list[Json] = []
        for name, value in given.items():
            option = by_name[name]
            entry: dict[str, Json] = {"name": name, "type": whole(option, "type")}
            if name == focused:
                read.append(entry | {"value": _as_typed(value), "focused": True})
            elif focused is not None and value in (None, ""):
                continue
            else:
                read.append(entry | {"value": self._value(option, value)})
        if focused is not None and focused not in names:
            raise WrongUse(f"There is no option {focused!r}. {known(names, 'The options are')}")
        if focused is not None and focused not in given:
            read.append(
                {"name": focused, "type": whole(by_name[focused], "type"), "value": "", "focused": True}
            )
        return read

    def _value(self, option: Object, value: Json) -> Json:
        kind, name = whole(option, "type"), text(option, "name")
        if kind == definitions.STRING:
            return _string(option, name, str(value))
        if kind in (definitions.INTEGER, definitions.NUMBER):
            return _number(option, name, value, whole_only=kind == definitions.INTEGER)
        if kind == definitions.BOOLEAN:
            return _boolean(name, value)
        if kind == definitions.ROLE or (kind == definitions.MENTIONABLE and self._role(str(value))):
            return self._role_named(name, str(value))
        if kind in (definitions.USER, definitions.MENTIONABLE):
            return self._user(name, str(value))
        if kind == definitions.CHANNEL:
            return self._channel(option, name, str(value))
        if kind == definitions.ATTACHMENT:
            return self._attachment(name, str(value))
        raise WrongUse(f"Options of type {kind}, as {name!r} is, cannot be given here.")

    def _note(self, kind: str, snowflake: int, payload: Object) -> str:
        self.resolved.setdefault(kind, {})[str(snowflake)] = payload
        return str(snowflake)

    def _user(self, name: str, value: str) -> str:
        found = MENTION.fullmatch(value)
        person = self._world.people.get(int(found[1])) if found else None
        if person is None and value.isdigit():
            person = self._world.people.get(int(value))
        person = person or self._world.person(value.removeprefix("@"))
        self._note(
            "members",
            person.id,
            payloads.member(self._world, person, with_user=False)
            | {"permissions": str(self._world.held(person, self._place))},
        )
        return self._note("users", person.id, payloads.user(person))

    def _role_named(self, name: str, value: str) -> str:
        role = self._role(value)
        if role is None:
            names = [each.name for each in self._world.roles.values()]
            raise WrongUse(f"{name!r} takes a role, {value!r} is none. {known(names, 'There are')}")
        return self._note("roles", role.id, payloads.role(self._world, role))

    def _role(self, value: str) -> Role | None:
        found = ROLE_MENTION.fullmatch(value)
        number = int(found[1]) if found else int(value) if value.isdigit() else 0
        return self._world.roles.get(number) or self._world.find_role(value.removeprefix("@"))

    def _channel(self, option: Object, name: str, value: str) -> str:
        found = CHANNEL_MENTION.fullmatch(value)
        number = int(found[1]) if found else int(value) if value.isdigit() else 0
        channel = self._world.channels.get(number) or self._world.find_channel(value.removeprefix("#"))
        kinds = option.get("channel_types")
        if channel is None or (isinstance(kinds, list) and channel.kind not in kinds):
            names = [
                c.name
                for c in self._world.channels.values()
                if not isinstance(kinds, list) or c.kind in kinds
            ]
            raise WrongUse(f"{name!r} takes a channel, {value!r} is none. {known(names, 'There are')}")
        payload = payloads.channel(self._world, channel)
        return self._note(
            "channels", channel.id, payload | {"permissions": str(self._world.held(self._person, channel))}
        )

    def _attachment(self, name: str, value: str) -> str:
        upload = find_upload(self._uploads, self._person, name, value)
        return self._note("attachments", upload.id, self._uploads.payload(upload, ephemeral=True))


def find_upload(uploads: Uploads, person: Person, name: str, value: str) -> Upload:
    """By the id that the upload gave, or by the file's name."""
    upload = uploads.get(int(value)) if value.isdigit() else None
    upload = upload or uploads.newest(person.id, value)
    if upload is None:
        raise WrongUse(
            f"{name!r} takes a file that was uploaded before; {person.name} uploaded no {value!r}."
        )
    return upload


def _as_typed(value: Json) -> str:
    return "" if value is None else str(value)


def _chosen(option: Object, name: str, value: str) -> Json:
    """The value of the choice with this name or value; None where the option has no choices."""
    choices = children(option, "choices")
    if not choices:
        return None
    for choice in choices:
        if value in (text(choice, "name"), str(choice.get("value"))):
            return choice.get("value")
    names = [text(choice, "name") for choice in choices]
    raise WrongUse(f"{name!r} cannot be {value!r}. {known(names, 'It can be')}")


def _string(option: Object, name: str, value: str) -> Json:
    chosen = _chosen(option, name, value)
    if chosen is not None:
        return chosen
    low, high = whole(option, "min_length", 0), whole(option, "max_length", 6000)
    if not low <= len(value) <= high:
        raise WrongUse(f"{name!r} takes {low} to {high} characters, not {len(value)}.")
    return value


def _number(option: Object, name: str, value: Json, *, whole_only: bool) -> Json:
    chosen = _chosen(option, name, str(value))
    if chosen is not None:
        return chosen
    what = "a whole number" if whole_only else "a number"
    try:
        number: int | float = int(str(value)) if whole_only else float(str(value))
    except ValueError:
        raise WrongUse(f"{name!r} takes {what}, not {value!r}.") from None
    low, high = _bound(option, "min_value", -SAFE), _bound(option, "max_value", SAFE)
    if not low <= number <= high:
        raise WrongUse(f"{name!r} takes {what} from {low} to {high}, not {value}.")
    return number


def _bound(option: Object, key: str, otherwise: int) -> int | float:
    value = option.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


def _boolean(name: str, value: Json) -> bool:
    word = str(value).lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise WrongUse(f"{name!r} takes true or false, not {value!r}.")
