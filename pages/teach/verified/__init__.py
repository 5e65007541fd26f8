"""The views of the room Verified."""
