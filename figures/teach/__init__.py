"""Figures of the section Teach."""
