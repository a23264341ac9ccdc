"""Slash commands, one thin file a group."""
