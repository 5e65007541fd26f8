"""The pictures of the room Fourier features."""
