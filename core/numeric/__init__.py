"""Sums, means, samples, softmax, phasors, and numbers as text; independent of any encoding."""
