"""Everything impure that is no command: ledger, store, dice, client, posts."""
