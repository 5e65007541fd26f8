"""Computations for the rooms Matrix, Waves, Clocks, Similarity and Shift."""
