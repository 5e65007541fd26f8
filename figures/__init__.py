"""Plotly figures: arrays in, figure out.

Where a comment says nothing else, `x`, `y` and `unit` are titles with units, heights are in pixels, and
colours come from `figures.theme`.
"""
