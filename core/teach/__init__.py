"""Lessons, questions, and the reference values of the room Verified."""
