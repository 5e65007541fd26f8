"""The views of the room Waves."""
