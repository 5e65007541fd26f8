"""The pictures of the room Precision."""
