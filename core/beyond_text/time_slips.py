"""Embeddings of time by released models, and what the slips of released code do to them."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import MAX_SIZE, check_columns, real
from core.beyond_text.timesteps import TIMESTEP_PRESETS, Preset, frequencies, step_rows
from core.inputs.checked import checked
from core.inputs.parameter import BASE, Choice, check_whole, whole

MAX_ROWS = 4_096
PRESET = Choice("preset", "Whose switches.", tuple(TIMESTEP_PRESETS))
SLIP = Choice("slip", "What goes wrong.", ("none", "shift", "order", "not × 1000", "× 1000 twice"))


@dataclass(frozen=True)
class TimeSlip:
    """Embeddings as they should be and as a slip makes them."""

    times: NDArray[np.float64]  # (n,) steps
    right: NDArray[np.float64]  # (n, dim) rows of the right table
    wrong: NDArray[np.float64]  # (n, dim) rows of the wrong table
    likeness: NDArray[np.float64]  # (n,) cosine of the angle between the right and the wrong row of each time
    share: float  # mean length of the difference over that of the right row
    largest: float  # of the differences
    # (2, n) likeness of each row with the first one: in the right table, in the wrong one
    from_start: NDArray[np.float64]
    turning_pairs: int  # pairs of the right table that make at least one full turn over the times


def four_or_more(dim: int) -> int:
    """A number of features from 4 on."""
    return check_columns(check_whole(dim, "dim", 4), "dim")


@checked(SLIP, whole("rows", 2, MAX_ROWS), dim=four_or_more)
def time_slip(
    # "none", "shift", "order", "not × 1000" or "× 1000 twice"; shift: 1 instead of 0, or 0 instead of 1. order:
    # halves swapped. not × 1000: steps / 1,000 where steps are expected. × 1000 twice: steps · 1,000
    slip: str,
    *,
    # a key of `core.beyond_text.timesteps.TIMESTEP_PRESETS`; with a scale, times are steps divided by it
    preset: str = "Stable Diffusion, DiT",
    dim: int = 320,
    rows: int = 1_000,  # times, from 2 to MAX_ROWS
    last: float = 999,  # the last step; the first one is 0
    max_period: float | None = None,  # instead of the preset's; greater than 1
) -> TimeSlip:
    """The table of a preset at evenly spaced steps, and what one slip makes of it."""
    variant = preset_with(preset, max_period)
    law = f"a number above 0, at most 2**40 / {1_000 * variant.scale:g}"  # and so the preset's
    end = real("last", law, lambda step: 0 < step <= MAX_SIZE / 1_000 / variant.scale).check(last)
    steps = np.linspace(0.0, end, rows)
    right, wrong = slip_tables(steps, dim, variant.max_period, preset, slip)
    lengths = np.linalg.norm(right, axis=1)
    return TimeSlip(
        steps,
        right,
        wrong,
        row_likeness(right, wrong),
        float((np.linalg.norm(right - wrong, axis=1) / lengths).mean()),
        float(np.abs(right - wrong).max()),
        np.stack([row_likeness(table[:1], table) for table in (right, wrong)]),
        int((end * frequencies(dim, variant.shift, variant.max_period) >= 2 * np.pi).sum()),
    )


def slip_tables(
    steps: NDArray[np.float64], d_model: int, max_period: float, preset: str, slip: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows of steps as a model was trained with them, and with a slip; both (n, d_model)."""
    variant = replace(TIMESTEP_PRESETS[preset], max_period=max_period)
    slipped_preset, factor = _apply_slip(variant, slip)
    return step_rows(steps, d_model, variant), step_rows(factor * steps, d_model, slipped_preset)


def time_likeness_columns(
    d_model: int,
    *,
    base: float = 10_000.0,  # 1 over the slowest frequency
    preset: str = "Stable Diffusion, DiT",  # or "DDPM", "FLUX", "fairseq"
    slip: str = "not × 1000",  # or "none", "shift", "order", "× 1000 twice"
    rows: int = 201,  # steps from 0 to 1,000
) -> dict[str, NDArray[Any]]:
    """How alike embeddings of steps are: each with step 0, and with the same step after a slip."""
    steps = np.linspace(0, 1_000, rows)
    right, wrong = slip_tables(steps, d_model, base, preset, slip)
    return {
        "step": steps,
        "as learned, with step 0": row_likeness(right[:1], right),
        "with the mistake, with step 0": row_likeness(wrong[:1], wrong),
        "as learned, with itself": row_likeness(right, right),
        "with the row that was learned": row_likeness(right, wrong),
    }


@checked(PRESET, replace(BASE, name="max_period"))
def preset_with(preset: str, max_period: float | None = None) -> Preset:
    """A preset by its name, with another max_period if not None."""
    variant = TIMESTEP_PRESETS[preset]
    return variant if max_period is None else replace(variant, max_period=max_period)


def row_likeness(left: ArrayLike, right: ArrayLike) -> NDArray[np.float64]:
    """Cosine of the angle between rows, shape (n,); one row is compared with all."""
    first, second = np.asarray(left, float), np.asarray(right, float)
    lengths = np.linalg.norm(first, axis=-1) * np.linalg.norm(second, axis=-1)
    return (first * second).sum(axis=-1) / lengths


def _apply_slip(preset: Preset, slip: str) -> tuple[Preset, float]:
    """The switches after a slip, and the factor on times."""
    match slip:
        case "shift":
            return replace(preset, shift=1 - preset.shift), 1.0
        case "order":
            return replace(preset, cosines_first=not preset.cosines_first), 1.0
        case "not × 1000":
            return preset, 1e-3
        case "× 1000 twice":
            return preset, 1e3
        case _:
            return preset, 1.0


LAST_STEP = 1_000.0
