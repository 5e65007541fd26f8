"""The pictures of the room Matrix."""
