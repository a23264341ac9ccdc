"""What the rulebooks say: pure functions over frozen values, with dice asked for by name."""
