"""The API's routes for commands, and for the answers to interactions."""

from __future__ import annotations

from bot.sandbox.board import Board
from bot.sandbox.calls import EMPTY_ANSWER, Answer, Call, Routes
from bot.sandbox.commands import Commands
from bot.sandbox.errors import api_error
from bot.sandbox.interaction import DEFER, DEFER_UPDATE, MESSAGE, UPDATE, Interaction
from bot.sandbox.interactions import Interactions
from bot.sandbox.wire import Json, whole


class InteractionRoutes:
    """Callbacks and follow-ups carry their own token and need no permission."""

    def __init__(self, board: Board, commands: Commands, interactions: Interactions) -> None:
        self._board = board
        self._world = board.world
        self._commands = commands
        self._interactions = interactions

    def routes(self) -> Routes:
        everyone = "/applications/{application_id}/commands"
        here = "/applications/{application_id}/guilds/{guild_id}/commands"
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        original, one = hook + "/messages/@original", hook + "/messages/{message_id}"
        return {
            ("GET", everyone): self.list_commands,
            ("PUT", everyone): self.sync,
            ("GET", everyone + "/{command_id}"): self.command,
            ("DELETE", everyone + "/{command_id}"): self.remove_command,
            ("GET", here): self.list_commands,
            ("PUT", here): self.sync,
            ("GET", here + "/{command_id}"): self.command,
            ("DELETE", here + "/{command_id}"): self.remove_command,
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): self.callback,
            ("POST", hook): self.follow_up,
            ("GET", original): self.get_reply,
            ("PATCH", original): self.edit_reply,
            ("DELETE", original): self.delete_reply,
            ("GET", one): self.get_reply,
            ("PATCH", one): self.edit_reply,
            ("DELETE", one): self.delete_reply,
        }

    def _list(self, call: Call) -> int | None:
        if call.snowflake("application_id") != self._world.application_id:
            raise api_error(50001)
        if "guild_id" not in call.path:
            return None
        if call.snowflake("guild_id") != self._world.guild_id:
            raise api_error(50001)
        return self._world.guild_id

    def list_commands(self, call: Call) -> Answer:
        return Answer(self._commands.listed(self._list(call)))

    def sync(self, call: Call) -> Answer:
        return Answer(self._commands.sync(self._list(call), call.listed))

    def command(self, call: Call) -> Answer:
        wanted = call.snowflake("command_id")
        found = next((c for c in self._commands.listed(self._list(call)) if whole(c, "id") == wanted), None)
        if found is None:
            raise api_error(10063)
        return Answer(found)

    def remove_command(self, call: Call) -> Answer:
        if not self._commands.remove(self._list(call), call.snowflake("command_id")):
            raise api_error(10063)
        return EMPTY_ANSWER

    def callback(self, call: Call) -> Answer:
        interaction = self._interactions.answer(
            call.snowflake("interaction_id"), call.path["interaction_token"], call.body, call.files
        )
        if call.query.get("with_response", "").lower() not in ("1", "true"):
            return EMPTY_ANSWER
        return Answer(self._callback_response(interaction))

    def _callback_response(self, interaction: Interaction) -> Json:
        described: dict[str, Json] = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "channel_id": str(interaction.channel.id),
            "guild_id": str(self._world.guild_id),
        }
        body: dict[str, Json] = {"interaction": described}
        original = interaction.original
        if original is not None and interaction.answer in (MESSAGE, DEFER, DEFER_UPDATE, UPDATE):
            described |= {
                "response_message_id": str(original.id),
                "response_message_loading": original.loading,
                "response_message_ephemeral": original.only is not None,
            }
        if original is not None and interaction.answer in (MESSAGE, UPDATE):
            body["resource"] = {"type": interaction.answer, "message": self._board.payload(original)}
        return body

    def _token(self, call: Call) -> str:
        if call.snowflake("webhook_id") != self._world.application_id:
            raise api_error(10015)
        return call.path["webhook_token"]

    def follow_up(self, call: Call) -> Answer:
        message = self._interactions.follow_up(self._token(call), call.body, call.files)
        return Answer(self._board.payload(message))

    def get_reply(self, call: Call) -> Answer:
        return Answer(self._board.payload(self._interactions.reply(self._token(call), _which(call))))

    def edit_reply(self, call: Call) -> Answer:
        message = self._interactions.edit_reply(self._token(call), _which(call), call.body, call.files)
        return Answer(self._board.payload(message))

    def delete_reply(self, call: Call) -> Answer:
        self._interactions.delete_reply(self._token(call), _which(call))
        return EMPTY_ANSWER


def _which(call: Call) -> str:
    return call.path.get("message_id", "@original")
