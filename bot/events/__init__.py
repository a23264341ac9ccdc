"""What entries tell: a value for each thing that happens, and its stored form."""
