"""The pictures of the room Attention biases."""
