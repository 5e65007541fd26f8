"""The pictures of the room Sentence."""
