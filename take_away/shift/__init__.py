"""The pictures of the room Shift."""
