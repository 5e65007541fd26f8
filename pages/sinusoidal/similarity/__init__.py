"""The views of the room Similarity."""
