"""Views of the room RoPE."""
