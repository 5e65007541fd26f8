"""Figures of the section Long context."""
