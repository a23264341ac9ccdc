"""What a kept table keeps of its Discord: people, roles, channels, threads, posts, pins and files.

Left out is what Discord forgets too, such as ephemeral posts and answers that never came.
"""

from __future__ import annotations

import base64
from pathlib import Path

from bot.sandbox.payloads import stamp
from bot.sandbox.uploads import Upload, Uploads
from bot.sandbox.wire import Json, encode
from bot.sandbox.world import Channel, Message, Origin, Person, World

FORMAT = 1


def keep(world: World, uploads: Uploads, file: Path) -> None:
    """Writes the file anew."""
    partial = file.with_name(file.name + ".partial")
    partial.write_text(encode(_table(world, uploads)), encoding="utf-8")
    partial.replace(file)


def _table(world: World, uploads: Uploads) -> Json:
    return {
        "table": FORMAT,
        "url": uploads.url,
        "roles": [{"id": str(role.id), "name": role.name} for role in world.roles.values()],
        "people": [_person(person) for person in world.people.values()],
        "channels": [_channel(channel) for channel in world.channels.values()],
        "posts": [
            _post(post)
            for channel in world.channels.values()
            for post in channel.messages.values()
            if not post.loading
        ],
        "files": [_file(upload) for upload in uploads if upload.place],
    }


def _person(person: Person) -> Json:
    return {
        "id": str(person.id),
        "name": person.name,
        "joined": stamp(person.joined),
        "bot": person.bot,
        "granted": str(person.granted),
        "hook": person.hook,
        "roles": [str(role) for role in person.roles],
    }


def _channel(channel: Channel) -> Json:
    return {
        "id": str(channel.id),
        "name": channel.name,
        "kind": channel.kind,
        "created": stamp(channel.created),
        "owner": str(channel.owner.id),
        "parent": str(channel.parent.id) if channel.parent else None,
        "denied": {str(who): str(bits) for who, bits in channel.denied.items()},
        "pins": {str(post): stamp(at) for post, at in channel.pins.items()},
        "members": {str(who): stamp(at) for who, at in channel.members.items()},
        "archived": channel.archived,
        "archived_at": stamp(channel.archived_at) if channel.archived_at else None,
        "locked": channel.locked,
        "auto_archive": channel.auto_archive,
        "topic": channel.topic,
        "sent": channel.sent,
    }


def _post(post: Message) -> Json:
    return {
        "id": str(post.id),
        "channel": str(post.channel.id),
        "author": _person(post.author),
        "created": stamp(post.created),
        "kind": post.kind,
        "content": post.content,
        "embeds": post.embeds,
        "components": post.components,
        "attachments": post.attachments,
        "mentions": [str(person.id) for person in post.mentions],
        "mention_everyone": post.mention_everyone,
        "edited": stamp(post.edited) if post.edited else None,
        "flags": post.flags,
        "webhook": post.webhook,
        "hook": str(post.hook),
        "reference": str(post.reference.id) if post.reference else None,
        "late_edits": post.late_edits,
        "origin": _origin(post.origin) if post.origin else None,
    }


def _origin(origin: Origin) -> Json:
    return {
        "id": str(origin.id),
        "kind": origin.kind,
        "person": str(origin.person.id),
        "command": origin.command,
        "original": str(origin.original or 0),
        "source": str(origin.source or 0),
    }


def _file(upload: Upload) -> Json:
    return {
        "id": str(upload.id),
        "name": upload.file.filename,
        "data": base64.b64encode(upload.file.data).decode(),
        "owner": str(upload.owner),
        "place": str(upload.place),
    }
