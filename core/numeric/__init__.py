"""Sums, samples and phasors; knows no encoding."""
