"""Views of the room Attention biases."""
