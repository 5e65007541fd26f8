"""Views of the room M-RoPE."""
