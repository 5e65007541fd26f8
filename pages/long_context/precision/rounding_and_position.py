"""What the views of Precision share: what is rounded, the position that is followed, and how errors are written."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.inputs.settings import Settings
from core.long_context.dtypes import EXACT, Dtypes
from core.long_context.error_map import ErrorMap, error_map
from core.long_context.rotation_errors import FollowedPosition
from core.numeric.numerals import superscript_power
from pages.long_context.precision.rounding import Rounding
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.derived import Kind, columns_of

LEAST = 8192  # positions: bfloat16 and float16 go wrong within these


@dataclass(frozen=True)
class RoundingAndPosition:
    """What every view is drawn from."""

    rounding: Rounding
    position: int  # the one that is followed, tokens
    settings: Settings
    words: Words

    @property
    def dtypes(self) -> Dtypes:
        """The dtypes of the four steps."""
        return self.rounding.dtypes

    @property
    def dim(self) -> int:
        """Rotary features."""
        return self.settings.d_model

    @property
    def length(self) -> int:
        """Positions that the pictures cover."""
        return max(LEAST, self.position + 1)

    @cached_property
    def followed_position(self) -> FollowedPosition:
        """What becomes of the position."""
        return FollowedPosition(self.position, self.dim, self.dtypes, self.settings.base, self.settings.scale)

    @property
    def errors(self) -> ErrorMap:
        """Errors over positions and pairs."""
        return self.errors_with(self.dtypes)

    def errors_with(self, dtypes: Dtypes) -> ErrorMap:
        """Errors over positions and pairs in other dtypes."""
        return error_map(self.length, self.dim, dtypes, base=self.settings.base, scale=self.settings.scale)

    @property
    def facts(self) -> dict[str, Any]:
        """Numbers that many sections read."""
        result = self.followed_position
        return {
            "dtype": self.dtypes.position,
            "position": self.position,
            "length": self.length,
            "last": self.length - 1,
            "pair": result.worst_pair,
            "pairs": self.dim // 2,
            "number": number_text(result.rounded_position),
            "missed": error_text(result.error),
            "setting": self.rounding.description,
            "largest": error_text(self.errors.largest),
        }

    def say(self, heading: str, **more: Any) -> str:
        """A section of the words with these facts and more."""
        return self.words(heading, **self.facts | more)

    def columns_of(
        self, function: Callable[..., Mapping[str, Any]], kind: Kind, values: Mapping[str, Any], **axes: Any
    ) -> Columns:
        """The columns of a picture over positions with what is rounded."""
        return columns_of(function, kind, {"dtypes": steps_rounded(self.dtypes), **values}, **axes)


def steps_rounded(dtypes: Dtypes) -> dict[str, str]:
    """The steps that are rounded, each with its dtype."""
    return {step: dtype for step, dtype in asdict(dtypes).items() if dtype != EXACT}


def error_text(value: float) -> str:
    """Two significant digits: an error is known no better."""
    if value == 0 or np.isnan(value):
        return "none" if value else "0"
    if value >= 1e-4:
        return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"
    return superscript_power(f"{value:.1e}")


def number_text(value: float) -> str:
    return "∞" if np.isinf(value) else "none" if np.isnan(value) else f"{value:,.10g}"
