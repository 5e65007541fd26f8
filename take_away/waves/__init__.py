"""The pictures of the room Waves."""
