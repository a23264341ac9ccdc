"""Discord on loopback: a server that a stock discord.py talks to, and a keyboard through which people act."""
