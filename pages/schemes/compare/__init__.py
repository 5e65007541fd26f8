"""Views of the room Compare."""
