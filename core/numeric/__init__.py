"""Sums, means, samples, softmax and phasors; independent of any encoding."""
