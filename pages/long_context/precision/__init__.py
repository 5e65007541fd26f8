"""Views of the room Precision."""
