"""The pictures of the room NoPE."""
