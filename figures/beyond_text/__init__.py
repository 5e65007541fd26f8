"""Figures of the section Beyond text."""
