"""The record: entries and their chain, the dice derived for it, and what an export says of it."""
