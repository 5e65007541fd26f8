"""Similarity: the first rise, where it is too small to be seen in the curve."""

import numpy as np

from core.inputs.settings import Settings
from core.similarity import dot_product
from core.sinusoidal.gram import Landmarks
from figures.curves import Line
from figures.sinusoidal.similarity import CURVE
from pages.shared.words import Words

AROUND = range(-2, 1)  # tokens from a rise, magnified; with more of them it would not be seen there either
VISIBLE_RISE = 0.02  # share of the peak: a rise that the eye sees


def closer(points: Landmarks, settings: Settings, normalise: bool, words: Words) -> Line | None:
    """The tokens around the first rise, where the rise is too small to be seen in the whole curve."""
    rise, half = points.first_rise, settings.d_model // 2
    if rise is None or rise > settings.length:
        return None
    offsets = np.array([rise + step for step in AROUND])
    values = dot_product(offsets, settings.d_model, **settings.base_and_scale) / (half if normalise else 1)
    if values[-1] - values[-2] > VISIBLE_RISE * (1 if normalise else half):
        return None
    name = words("Closer", rise=rise, by=f"{values[-1] - values[-2]:.2g}")
    return Line(name, offsets, values, CURVE, mode="lines+markers", in_legend=False)
