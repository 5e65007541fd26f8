"""The pictures of the room Compare."""
