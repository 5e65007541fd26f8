"""The step of a diffusion model, the formula with its switches, and how four models set them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from streamlit.delta_generator import DeltaGenerator

from core.beyond_text.contents import METHODS
from core.beyond_text.time_slips import LAST_STEP
from core.beyond_text.timesteps import TIMESTEP_PRESETS, Preset, frequencies
from pages.shared import sliders
from pages.shared.words import Words

STRIPS = 21  # times of a strip, which are the stops of the slider
FEATURES = 128  # columns of a strip at most
STEPS = [*range(0, int(LAST_STEP) + 1, int(LAST_STEP) // (STRIPS - 1))]
USUAL_STEP = 500


def step_slider(place: DeltaGenerator) -> int:
    """The step of the diffusion that the reader looks at."""
    return int(sliders.slider("Step", STEPS, USUAL_STEP, key="time", place=place, width=165))


def formula(preset: Preset, d_model: int, step: float, words: Words) -> str:
    """The formula with the switches of a preset, and the angle of its second pair at a step."""
    second = float(frequencies(d_model, preset.shift, preset.max_period)[1])
    argument = step / preset.scale
    return words(
        "Formula",
        scale=f"{preset.scale:,.0f}".replace(",", "{,}"),
        period=f"{preset.max_period:,.0f}".replace(",", "{,}"),
        argument=f"{argument:g}",
        half=d_model // 2,
        shift=f"{preset.shift:g}",
        angle=second * step,
        halves=r"[\cos a \mid \sin a]" if preset.cosines_first else r"[\sin a \mid \cos a]",
        first=np.cos(second * step) if preset.cosines_first else np.sin(second * step),
    )


def model_and_slip(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The model and the slip that the reader has chosen."""
    return {name: facts[name] for name in ("preset", "slip")}


def switches() -> pd.DataFrame:
    """One formula, four ways to set it."""
    presets = TIMESTEP_PRESETS.values()
    return pd.DataFrame(
        {
            "model": [*TIMESTEP_PRESETS],
            "shift": [f"{preset.shift:g}" for preset in presets],
            "first half": ["cosines" if preset.cosines_first else "sines" for preset in presets],
            "t from 0 to": [f"{1_000 / preset.scale:,.0f}" for preset in presets],
            "times": [f"{preset.scale:,.0f}" for preset in presets],
            "code": [preset.source for preset in presets],
        }
    )


CITES = [METHODS["Timesteps"]]
