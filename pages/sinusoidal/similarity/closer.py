"""Similarity: the first rise, which is too small to be seen in the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.similarity import dot_product
from figures.curves import Line
from figures.sinusoidal.offsets import OWN

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from core.sinusoidal.landmarks import Landmarks
    from pages.shared.words import Words

AROUND = range(-2, 1)  # tokens from a rise, magnified; with more of them it would not be seen there either
SEEN, ROOM = 0.02, 0.6  # shares of the peak: a rise that the eye sees, and what lies below the magnified panel


def closer(found: Landmarks, settings: Settings, normalised: bool, words: Words) -> Line | None:
    """The tokens around the first rise, where the rise is too small to be seen and the curve leaves room."""
    rise, half = found.first_rise, settings.d_model // 2
    if rise is None or rise > settings.length:
        return None
    offsets = [*(rise + step for step in AROUND), settings.length // 3]
    *around, third = dot_product(offsets, settings.d_model, **settings.base_and_scale) / half
    if around[-1] - around[-2] > SEEN or third > ROOM:
        return None
    values = np.array(around) * (1 if normalised else half)
    name = words("Closer", rise=rise, by=f"{values[-1] - values[-2]:.2g}")
    return Line(name, np.array(offsets[:-1]), values, OWN, mode="lines+markers", in_legend=False)
