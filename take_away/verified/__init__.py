"""The picture of the room Verified."""
