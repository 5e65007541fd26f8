"""Figures of the section Schemes."""
