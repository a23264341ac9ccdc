"""A kept table as it was: its Discord read from the file in which it was kept."""

from __future__ import annotations

import base64
from datetime import datetime
from pathlib import Path

from bot.sandbox.keeping import FORMAT
from bot.sandbox.uploads import File, Upload, Uploads
from bot.sandbox.wire import Object, as_list, child, children, decode, text, whole, yes
from bot.sandbox.world import Channel, Message, Origin, Person, Role, World
from bot.sandbox.wrong import WrongUse


def recall(world: World, uploads: Uploads, file: Path) -> None:
    """Puts back what the file holds, if there is one. Raises WrongUse where it is no table's."""
    if not file.exists():
        return
    try:
        written = file.read_text(encoding="utf-8")
        table = decode(written)
        if not isinstance(table, dict) or table.get("table") != FORMAT:
            raise ValueError("it has another form")
        # Addresses of files hold the port and the key, which are others each time.
        again = decode(written.replace(text(table, "url"), uploads.url))
        _Recall(world, uploads).table(again if isinstance(again, dict) else table)
    except (ValueError, KeyError) as error:
        raise WrongUse(f"{file} holds no posts of a table ({error}): move it away to begin anew.") from error


class _Recall:
    def __init__(self, world: World, uploads: Uploads) -> None:
        self._world = world
        self._uploads = uploads

    def table(self, table: Object) -> None:
        # A file that knows of none was kept before people had roles.
        for told in children(table, "roles"):
            role = Role(whole(told, "id"), text(told, "name"))
            self._world.roles[role.id] = role
        for told in children(table, "people"):
            person = self._author(told)
            person.roles = [int(str(role)) for role in as_list(told.get("roles"))]
            if not person.bot:
                person.granted = whole(told, "granted")
            self._world.people[person.id] = person
        for told in children(table, "channels"):
            self._channel(told)
        posts = {whole(told, "id"): self._post(told) for told in children(table, "posts")}
        for told in children(table, "posts"):
            posts[whole(told, "id")].reference = posts.get(whole(told, "reference"))
        for number, post in posts.items():
            # A thread that was opened from a post has its id.
            post.thread = self._world.channels.get(number)
        for told in children(table, "files"):
            kept = File(text(told, "name"), base64.b64decode(text(told, "data")))
            self._uploads.put(Upload(whole(told, "id"), kept, whole(told, "owner"), whole(told, "place")))
        self._world.ids.pass_by(max((0, *posts)))
        self._world.feed.stir()

    def _author(self, told: Object) -> Person:
        """The person of this id, or who wrote under a name that is no member's."""
        number, joined = whole(told, "id"), _moment(told, "joined")
        known = self._world.people.get(number)
        return known or Person(number, text(told, "name"), joined, yes(told, "bot"), hook=yes(told, "hook"))

    def _channel(self, told: Object) -> None:
        number = whole(told, "id")
        owner = self._world.people[whole(told, "owner")]
        channel = self._world.channels.get(number) or Channel(number, "", 0, _moment(told, "created"), owner)
        channel.name, channel.kind = text(told, "name"), whole(told, "kind")
        channel.parent = self._world.channels.get(whole(told, "parent"))
        channel.denied = {int(who): int(str(bits)) for who, bits in child(told, "denied").items()}
        channel.pins = _moments(child(told, "pins"))
        channel.members = _moments(child(told, "members"))
        channel.archived, channel.locked = yes(told, "archived"), yes(told, "locked")
        channel.archived_at = _moment(told, "archived_at") if told["archived_at"] else None
        channel.auto_archive, channel.sent = whole(told, "auto_archive"), whole(told, "sent")
        channel.topic = text(told, "topic") or None
        self._world.channels[number] = channel

    def _post(self, told: Object) -> Message:
        channel = self._world.channels[whole(told, "channel")]
        author = self._author(child(told, "author"))
        post = Message(whole(told, "id"), channel, author, _moment(told, "created"))
        post.kind, post.content, post.flags = whole(told, "kind"), text(told, "content"), whole(told, "flags")
        post.embeds, post.components = children(told, "embeds"), children(told, "components")
        post.attachments = children(told, "attachments")
        mentioned = (self._world.people.get(int(str(who))) for who in as_list(told["mentions"]))
        post.mentions = [person for person in mentioned if person is not None]
        post.mention_everyone, post.webhook = yes(told, "mention_everyone"), yes(told, "webhook")
        post.hook, post.late_edits = whole(told, "hook"), whole(told, "late_edits")
        post.edited = _moment(told, "edited") if told["edited"] else None
        post.origin = self._origin(child(told, "origin")) if told["origin"] else None
        channel.messages[post.id] = post
        return post

    def _origin(self, told: Object) -> Origin:
        person = self._world.people[whole(told, "person")]
        original, source = whole(told, "original") or None, whole(told, "source") or None
        return Origin(whole(told, "id"), whole(told, "kind"), person, text(told, "command"), original, source)


def _moment(told: Object, key: str) -> datetime:
    return datetime.fromisoformat(text(told, key))


def _moments(told: Object) -> dict[int, datetime]:
    return {int(number): _moment(told, number) for number in told}
