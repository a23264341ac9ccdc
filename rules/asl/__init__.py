"""Advanced Squad Leader: morale, its loss and its return."""
