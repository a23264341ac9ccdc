"""Events as words: knows names and signs, knows no Discord."""
