"""The pictures of the room Similarity."""
