"""The pictures of the room Model."""
