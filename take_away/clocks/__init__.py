"""The pictures of the room Clocks."""
