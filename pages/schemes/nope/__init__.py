"""The views of the room NoPE."""
