"""Figures of the section Words."""
