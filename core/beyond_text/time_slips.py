"""Embeddings of time by released models, and what the slips of released code do to them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import MAX_SIZE, check_columns, real, up_to
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
        "as trained": row_likeness(right[:1], right),
        "with the slip": row_likeness(wrong[:1], wrong),
        "same step, both": row_likeness(right, wrong),
    }


def time_row_columns(
    d_model: int,
    *,
    base: float = 10_000.0,  # 1 over the slowest frequency
    preset: str = "Stable Diffusion, DiT",  # or "DDPM", "FLUX", "fairseq"
    slip: str = "not × 1000",  # or "none", "shift", "order", "× 1000 twice"
    at: float = 500.0,  # step, from 0 to 1,000
    stride: int = 1,  # features from one point to the next
) -> dict[str, NDArray[Any]]:
    """The embeddings of step 0 and of one more as a model was trained with them, and with a slip."""
    right, wrong = slip_tables(np.array([0.0, at]), d_model, base, preset, slip)
    return {
        "feature": np.arange(0, d_model, stride),
        "as trained, step 0": right[0, ::stride],
        "with the slip, step 0": wrong[0, ::stride],
        "as trained": right[1, ::stride],
        "with the slip": wrong[1, ::stride],
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


@dataclass(frozen=True)
class PresetRows:
    """The row of one step by every preset."""

    step: float
    presets: Mapping[str, Preset]  # by name
    rows: NDArray[np.float64]  # (presets, dim)
    likeness: NDArray[np.float64]  # (presets, presets) cosine of the angle between rows


@checked(up_to("step", LAST_STEP), dim=four_or_more)
def preset_rows(
    step: float, dim: int = 320, *, max_period: float | None = None
) -> PresetRows:  # max_period: instead of the presets' own
    """The row of a step in the table of every preset."""
    presets = {name: preset_with(name, max_period) for name in TIMESTEP_PRESETS}
    rows = np.concatenate([step_rows([step], dim, preset) for preset in presets.values()])
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
    rows = np.concatenate([step_rows(np.array([at]), d_model, preset)[:, ::stride] for preset in presets.values()])
    return {"model": [*presets]} | {str(stride * i): values for i, values in enumerate(rows.T)}
