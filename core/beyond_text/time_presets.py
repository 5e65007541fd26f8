"""One step as each released model encodes it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import up_to
from core.beyond_text.time_slips import four_or_more, preset_with, row_likeness
from core.beyond_text.timesteps import TIMESTEP_PRESETS, Preset, embedded
from core.inputs.checked import checked

LAST_STEP = 1_000.0


@dataclass(frozen=True)
class PresetRows:
    """The row of one step by every preset."""

    step: float
    presets: Mapping[str, Preset]  # by name
    rows: NDArray[np.float64]  # (presets, dim)
    likeness: NDArray[np.float64]  # (presets, presets) cosine of the angle between rows


@checked(up_to("step", LAST_STEP), dim=four_or_more)
def preset_rows(
    step: float,  # from 0 to LAST_STEP
    dim: int = 320,
    *,
    max_period: float | None = None,  # instead of the presets' own
) -> PresetRows:
    """The row of a step in the table of every preset."""
    presets = {name: preset_with(name, max_period) for name in TIMESTEP_PRESETS}
    rows = np.concatenate([embedded([step], dim, preset) for preset in presets.values()])
    return PresetRows(step, presets, rows, np.stack([row_likeness(row[np.newaxis], rows) for row in rows]))


def time_presets_columns(
    d_model: int,
    *,
    base: float = 10_000.0,  # 1 over the slowest frequency
    at: float = 500.0,  # step, from 0 to 1,000
    stride: int = 2,  # features from one column to the next
) -> dict[str, Any]:
    """The embedding of one step by four released models."""
    presets = {name: replace(preset, max_period=base) for name, preset in TIMESTEP_PRESETS.items()}
    rows = np.concatenate([embedded(np.array([at]), d_model, preset)[:, ::stride] for preset in presets.values()])
    return {"model": [*presets]} | {str(stride * i): values for i, values in enumerate(rows.T)}
