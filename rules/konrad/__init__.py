"""Operation Konrad: regimental morale and what follows from it."""
