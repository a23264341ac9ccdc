"""People, channels and the server as Discord writes them in JSON."""

from __future__ import annotations

from datetime import datetime

from bot.sandbox.wire import Json
from bot.sandbox.world import Channel, Person, Role, World


def stamp(moment: datetime) -> str:
    """ISO 8601 with an offset, as Discord writes times."""
    return moment.isoformat(timespec="microseconds")


def user(person: Person) -> dict[str, Json]:
    payload: dict[str, Json] = {
        "id": str(person.id),
        "username": person.username,
        "global_name": None if person.bot else person.name,
        "discriminator": "0000" if person.hook else "0001" if person.bot else "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if person.bot:
        payload["bot"] = True
    return payload


def own_user(person: Person) -> dict[str, Json]:
    """The bot's user as GET /users/@me gives it to the bot itself."""
    return user(person) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(world: World, person: Person, *, with_user: bool = True) -> dict[str, Json]:
    payload: dict[str, Json] = {
        "roles": [str(role) for role in ([world.bot_role_id] if person is world.bot else person.roles)],
        "joined_at": stamp(person.joined),
        "nick": None,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "premium_since": None,
        "flags": 0,
        "pending": False,
        "mute": False,
        "deaf": False,
    }
    if with_user:
        payload["user"] = user(person)
    return payload


def roles(world: World) -> list[Json]:
    everyone = _role(world.guild_id, "@everyone", world.everyone, 0)
    own = _role(world.bot_role_id, world.bot.name, world.bot.granted, 1)
    own |= {"managed": True, "tags": {"bot_id": str(world.bot.id)}}
    return [everyone, own, *(role(world, made) for made in world.roles.values())]


def role(world: World, made: Role) -> dict[str, Json]:
    """A role that people are given, above the bot's own."""
    return _role(made.id, made.name, 0, 2 + list(world.roles).index(made.id))


def _role(role_id: int, name: str, permissions: int, position: int) -> dict[str, Json]:
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(world: World, place: Channel) -> dict[str, Json]:
    """A text channel or a thread."""
    if place.is_thread:
        return _thread(world, place)
    return {
        "id": str(place.id),
        "type": place.kind,
        "guild_id": str(world.guild_id),
        "name": place.name,
        "topic": place.topic,
        "position": sorted(world.channels).index(place.id) if place.id in world.channels else 0,
        "parent_id": None,
        "last_message_id": _last(place),
        "last_pin_timestamp": _last_pin(place),
        "rate_limit_per_user": 0,
        "nsfw": False,
        "flags": 0,
        "permission_overwrites": _overwrites(world, place),
    }


def _overwrites(world: World, place: Channel) -> list[Json]:
    return [
        {"id": str(subject), "type": 0 if subject == world.guild_id else 1, "allow": "0", "deny": str(denied)}
        for subject, denied in place.denied.items()
    ]


def _thread(world: World, place: Channel) -> dict[str, Json]:
    metadata: dict[str, Json] = {
        "archived": place.archived,
        "locked": place.locked,
        "auto_archive_duration": place.auto_archive,
        "archive_timestamp": stamp(place.archived_at or place.created),
        "create_timestamp": stamp(place.created),
    }
    payload: dict[str, Json] = {
        "id": str(place.id),
        "type": place.kind,
        "guild_id": str(world.guild_id),
        "parent_id": str(place.parent.id) if place.parent else None,
        "owner_id": str(place.owner.id),
        "name": place.name,
        "last_message_id": _last(place),
        "last_pin_timestamp": _last_pin(place),
        "rate_limit_per_user": 0,
        "message_count": len(place.messages),
        "total_message_sent": place.sent,
        "member_count": len(place.members),
        "thread_metadata": metadata,
        "flags": 0,
    }
    if world.bot.id in place.members:
        payload["member"] = thread_member(place, world.bot)
    return payload


def thread_member(place: Channel, person: Person) -> dict[str, Json]:
    return {
        "id": str(place.id),
        "user_id": str(person.id),
        "join_timestamp": stamp(place.members[person.id]),
        "flags": 1,
    }


def _last(place: Channel) -> str | None:
    return str(next(reversed(place.messages))) if place.messages else None


def _last_pin(place: Channel) -> str | None:
    return stamp(max(place.pins.values())) if place.pins else None


def guild(world: World) -> dict[str, Json]:
    """The server as GET /guilds/{guild_id} gives it."""
    payload: dict[str, Json] = {
        "id": str(world.guild_id),
        "name": world.guild_name,
        "owner_id": str(world.owner.id),
        "roles": roles(world),
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "widget_enabled": False,
        "max_presences": None,
        "max_members": 25_000_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "incidents_data": None,
    }
    absent = (
        "icon",
        "description",
        "home_header",
        "splash",
        "discovery_splash",
        "banner",
        "application_id",
        "afk_channel_id",
        "system_channel_id",
        "widget_channel_id",
        "vanity_url_code",
        "rules_channel_id",
        "safety_alerts_channel_id",
        "public_updates_channel_id",
    )
    return payload | dict.fromkeys(absent)


def guild_create(world: World) -> dict[str, Json]:
    """The server as GUILD_CREATE brings it; without the members intent only the bot is among the members."""
    # Channels that the bot may not view are listed too.
    channels = [c for c in world.channels.values() if not c.is_thread]
    return guild(world) | {
        "joined_at": stamp(world.bot.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(world.people),
        "members": [member(world, world.bot)],
        "channels": [channel(world, c) for c in channels],
        "threads": [channel(world, c) for c in world.threads()],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> dict[str, Json]:
    """The bot's application as GET /oauth2/applications/@me gives it."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.owner),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
