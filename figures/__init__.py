"""Plotly figures: arrays in, figure out."""
