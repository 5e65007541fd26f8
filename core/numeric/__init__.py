"""Sums, samples, softmax and phasors; knows no encoding."""
