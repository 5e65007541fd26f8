"""The pictures of the room RoPE."""
