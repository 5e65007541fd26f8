"""Views of the room Stretch."""
