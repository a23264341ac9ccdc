"""What players may ask of the referee: each a function from the sitting to the entry it makes."""
