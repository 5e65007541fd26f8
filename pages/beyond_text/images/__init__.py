"""Views of the room Images."""
