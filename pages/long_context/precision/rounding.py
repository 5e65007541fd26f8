"""What the reader rounds, and the names of the steps and dtypes."""

from dataclasses import dataclass

from core.long_context.dtypes import DTYPE, STEPS, Dtypes

SMALL = DTYPE.options[:3]
NAMES = dict(zip(STEPS, ("position", "inverse frequency", "angle", "cos and sin"), strict=True))
KEYS = dict(zip(STEPS, ("position_dtype", "frequency_dtype", "angle_dtype", "cos_sin_dtype"), strict=True))
ALL, EACH = "all four", "each its own"


@dataclass(frozen=True)
class Rounding:
    """What is rounded."""

    part: str  # ALL, EACH, or one of the steps' NAMES
    dtype: str  # of ALL, or of the one step
    dtypes: Dtypes  # of all steps

    @property
    def description(self) -> str:
        """In words that go on from "with"."""
        if self.part == EACH:
            return ", ".join(f"{name} {getattr(self.dtypes, step)}" for step, name in NAMES.items())
        return f"{'all four steps' if self.part == ALL else f'the {self.part}'} in {self.dtype}"
