"""Rooms of the section Sinusoidal that have several views."""
