"""The pictures of the room M-RoPE."""
