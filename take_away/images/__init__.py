"""The pictures of the room Images."""
