"""The pictures of the room Stretch."""
