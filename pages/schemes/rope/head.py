"""The head that the views of RoPE look at, and what they have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.inputs.settings import BaseAndScale
from core.schemes import SCHEMES
from pages.shared.columns import Columns
from pages.take_away import derived
from pages.take_away.derived import Kind


@dataclass(frozen=True)
class Head:
    """A rotary head and the text in front of it."""

    dim: int  # features, even
    length: int  # tokens
    base: float  # as in `core.schemes.rope.rope`
    scale: float  # as in `core.schemes.rope.rope`

    @property
    def rates(self) -> BaseAndScale:
        """Arguments for functions of core."""
        return BaseAndScale(base=self.base, scale=self.scale)

    @property
    def over(self) -> str:
        """The divisor of a frequency as it follows the formula."""
        return "" if self.scale == 1 else f" / {self.scale:g}"

    def columns_of(
        self, function: Callable[..., Mapping[str, Any]], kind: Kind, values: Mapping[str, Any], **axes: Any
    ) -> Columns:
        """The columns of a picture about this head."""
        inputs = {"head_dim": self.dim, **values}
        return derived.columns_of(function, kind, inputs, cites=(SCHEMES["RoPE"],), **axes)
