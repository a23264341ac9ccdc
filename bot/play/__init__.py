"""A game as it stands: sides, turn, terms, pieces, and what an operation may look at."""
