"""The views of the room Fourier features."""
