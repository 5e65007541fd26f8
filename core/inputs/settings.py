"""The settings that all rooms share as one frozen value, with defaults and presets."""

from dataclasses import dataclass
from typing import TypedDict

from core.inputs.parameter import BASE, D_MODEL, LENGTH, SCALE, Parameter


class BaseAndScale(TypedDict):
    """What sets the frequencies; both dimensionless."""

    base: float
    scale: float


@dataclass(frozen=True)
class Settings:
    """The shared settings; the defaults are the base model of Vaswani et al. 2017 on 128 tokens."""

    d_model: int = 512  # features
    length: int = 128  # tokens
    base: float = 10_000  # dimensionless
    scale: float = 1  # dimensionless; position p is encoded as p / scale

    def __post_init__(self) -> None:
        for parameter in PARAMETERS:
            parameter.check(getattr(self, parameter.name))

    @property
    def base_and_scale(self) -> BaseAndScale:
        """The keyword arguments that most functions of the core take besides a size."""
        return {"base": self.base, "scale": self.scale}


PARAMETERS: tuple[Parameter, ...] = (D_MODEL, LENGTH, BASE, SCALE)

SETTINGS_PRESETS: dict[str, Settings] = {
    "Paper · 128 × 512": Settings(),
    "Small · 16 × 32": Settings(d_model=32, length=16),
    "Tutorial · 10 × 64": Settings(d_model=64, length=10),
    "BERT-sized · 512 × 768": Settings(d_model=768, length=512),
    "GPT-2-sized · 1,024 × 768": Settings(d_model=768, length=1024),
    "Near collision · 2,048 × 4": Settings(d_model=4, length=2048),
    "Stretched 8 times · 4,096 × 128": Settings(d_model=128, length=4096, scale=8),
    "Long context · 131,072 × 4,096": Settings(d_model=4096, length=131_072, base=500_000),
    "Largest · 1,048,576 × 16,384": Settings(d_model=16_384, length=1_048_576),
}
