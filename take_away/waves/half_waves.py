"""The sign of a sine as a bit."""

import numpy as np


def negative_half(positions, wavelength):
    """1 where the sine is negative, else 0, evaluated half a token later, where it is never 0."""
    wave = np.sin(2 * np.pi * (positions + 0.5) / wavelength)
    return np.where(np.isnan(wave), np.nan, wave < 0)
