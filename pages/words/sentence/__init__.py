"""The views of the room Sentence."""
