"""How Discord shows a message to the bot and to people."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.sandbox.payloads import channel, member, stamp, user
from bot.sandbox.wire import Json, Object, as_list, child, children, text
from bot.sandbox.world import Message, Origin, Person, World

MENTION = re.compile(r"<@!?(\d+)>")
CHANNEL_MENTION = re.compile(r"<#(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")


def payload(world: World, message: Message, *, blank: bool = False) -> dict[str, Json]:
    """The message as the API gives it; `blank` as to a bot that may not read what others write."""
    body: dict[str, Json] = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.kind,
        "author": user(message.author),
        "content": "" if blank else message.content,
        "embeds": [] if blank else message.embeds,
        "attachments": [] if blank else message.attachments,
        "components": [] if blank else message.components,
        "mentions": [user(person) for person in message.mentions],
        "mention_roles": [],
        "mention_everyone": message.mention_everyone,
        "timestamp": stamp(message.created),
        "edited_timestamp": stamp(message.edited) if message.edited else None,
        "flags": message.flags,
        "pinned": message.id in message.channel.pins,
        "tts": False,
    }
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.webhook:
        body |= {"webhook_id": str(world.application_id), "application_id": str(world.application_id)}
    if message.hook:
        body["webhook_id"] = str(message.hook)
    if message.origin is not None:
        body |= _metadata(world, message.origin)
    if message.reference is not None:
        body["message_reference"] = {
            "type": 0,
            "message_id": str(message.reference.id),
            "channel_id": str(message.reference.channel.id),
            "guild_id": str(world.guild_id),
        }
    if message.thread is not None:
        body["thread"] = channel(world, message.thread)
    return body


def event_payload(world: World, message: Message, *, blank: bool = False) -> dict[str, Json]:
    """The message as MESSAGE_CREATE and MESSAGE_UPDATE bring it."""
    event = payload(world, message, blank=blank) | {"guild_id": str(world.guild_id)}
    # A webhook is no member.
    return event if message.hook else event | {"member": member(world, message.author, with_user=False)}


def _metadata(world: World, origin: Origin) -> dict[str, Json]:
    metadata: dict[str, Json] = {
        "id": str(origin.id),
        "type": origin.kind,
        "user": user(origin.person),
        "authorizing_integration_owners": {"0": str(world.guild_id)},
    }
    if origin.original is not None:
        metadata["original_response_message_id"] = str(origin.original)
    if origin.kind == 3:
        metadata["interacted_message_id"] = str(origin.source)
    if origin.kind == 5:
        # What opened the modal is not remembered further back than this.
        metadata["triggering_interaction_metadata"] = {
            "id": str(origin.id),
            "type": 2,
            "user": user(origin.person),
            "authorizing_integration_owners": {"0": str(world.guild_id)},
        }
    body: dict[str, Json] = {"interaction_metadata": metadata}
    if origin.kind == 2:
        metadata["name"] = origin.command
        body["interaction"] = {
            "id": str(origin.id),
            "type": 2,
            "name": origin.command,
            "user": user(origin.person),
        }
    return body


def mentioned(world: World, content: str, allowed: Object | None) -> list[Person]:
    """Whom the text pings: `allowed` is the request's allowed_mentions, None where it had none."""
    found = [world.people[int(i)] for i in MENTION.findall(content) if int(i) in world.people]
    people = list(dict.fromkeys(found))
    if allowed is None or "users" in as_list(allowed.get("parse")):
        return people
    named = {str(i) for i in as_list(allowed.get("users"))}
    return [person for person in people if str(person.id) in named]


def pings_everyone(content: str, allowed: Object | None) -> bool:
    """Whether @everyone or @here in the text would ping, given the permission to."""
    if "@everyone" not in content and "@here" not in content:
        return False
    return allowed is None or "everyone" in as_list(allowed.get("parse"))


def rich_embeds(embeds: Iterable[Object], files: dict[str, str]) -> list[Object]:
    """The embeds as Discord gives them back; `files` maps attachment names to their addresses."""
    return [_rich(embed, files) for embed in embeds]


def _rich(embed: Object, files: dict[str, str]) -> Object:
    full: dict[str, Json] = {key: value for key, value in embed.items() if value not in (None, "", [])}
    full["type"] = "rich"
    for key in ("image", "thumbnail"):
        address = text(child(embed, key), "url")
        if address:
            here = files.get(address.removeprefix("attachment://"), address)
            full[key] = {"url": here, "proxy_url": here}
    if "fields" in full:
        full["fields"] = [
            {"name": text(f, "name"), "value": text(f, "value"), "inline": f.get("inline") is True}
            for f in children(embed, "fields")
        ]
    return full


def post(world: World, message: Message) -> dict[str, Json]:
    """The message as the keyboard shows it to people: names beside ids, nothing blanked."""
    written = message.content + str(message.embeds)
    names: dict[str, Json] = {}
    for found in MENTION.findall(written):
        if person := world.people.get(int(found)):
            names[f"@{found}"] = person.name
    for found in CHANNEL_MENTION.findall(written):
        if place := world.channels.get(int(found)):
            names[f"#{found}"] = place.name
    for found in ROLE_MENTION.findall(written):
        if role := world.roles.get(int(found)):
            names[f"@&{found}"] = role.name
    return {
        "id": str(message.id),
        "channel": message.channel.name,
        "author": message.author.name,
        "bot": message.author.bot,
        "only": message.only.name if message.only else None,
        "time": stamp(message.created),
        "edited": stamp(message.edited) if message.edited else None,
        "loading": message.loading,
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": message.attachments,
        "pinned": message.id in message.channel.pins,
        "pings": [p.name for p in message.mentions] + (["everyone"] if message.mention_everyone else []),
        "by": message.origin.person.name if message.origin else None,
        "command": message.origin.command if message.origin else None,
        "interaction": str(message.origin.id) if message.origin else None,
        "names": names,
    }
