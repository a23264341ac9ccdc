"""A game taken out and brought back: exports, transcripts, copies, and what is made again from entries."""
