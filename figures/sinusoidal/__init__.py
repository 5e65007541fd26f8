"""Figures of the section Sinusoidal."""
