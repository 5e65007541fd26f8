"""How the result of a rule is drawn."""

import numpy as np


def draw_wavelengths(figure, columns):
    """Wavelengths of the columns beside "pair", in tokens."""
    axes = figure.subplots()
    for name, frequencies in columns.items():
        if name != "pair":
            turning = np.asarray(frequencies) > 0  # a pair that stands still has no wavelength
            wavelengths = 2 * np.pi / np.asarray(frequencies)[turning]
            axes.plot(np.asarray(columns["pair"])[turning], wavelengths, label=name)
    axes.set(yscale="log", xlabel="pair", ylabel="wavelength (tokens)")
    axes.legend()
