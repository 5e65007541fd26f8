"""What the room Model shows: one config at one length, and its numbers for the sentences."""

import math
from dataclasses import dataclass
from functools import cached_property

from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import PairWavelengths, Reading, reading


@dataclass(frozen=True)
class View:
    """A config with rotary layers at a target length."""

    config: ModelConfig
    name: str  # what the reader chose
    target: int  # tokens
    before: PairWavelengths  # the chosen layers as the config stands
    after: PairWavelengths  # the chosen layers as written for the target

    @property
    def needs_change(self) -> bool:
        """Whether the target needs another rule or factor."""
        return self.after.kind is not self.before.kind

    @property
    def is_taught_later(self) -> bool:
        """Whether unseen angles are those that a further training had to teach, of which the config tells."""
        return self.before.kind.is_trained_further and bool(self.before.unseen_pairs.any()) and not self.faster

    @property
    def faster(self) -> bool:
        """Whether pairs meet unseen angles within the offsets of training: they turn faster than there."""
        return bool(self.before.unseen_pairs.any()) and self.before.needed_factor <= 1

    @cached_property
    def reading(self) -> Reading:
        """The numbers of the sentences."""
        return reading(self.before, self.after)


def formula(view: View) -> dict[str, str]:
    """The parts of the room's formula, as LaTeX."""
    numbers, kind = view.reading, view.before.kind
    return {
        "slowed": "" if numbers.slowdown < 1 + 1e-9 else rf"{numbers.slowdown:.4g}\cdot ",
        "base": f"{kind.base:,.12g}".replace(",", "{,}"),
        "exponent": f"{2 * numbers.pair}/{kind.exponent_dim}",
        "wavelength": latex_tokens(numbers.trained_wavelength),
        "scaled": latex_tokens(numbers.wavelength),
        "sign": r"\le" if view.before.complete[numbers.pair] else ">",
        "seen": latex_tokens(numbers.trained_offsets),
        "last": latex_tokens(numbers.last),
    }


def latex_tokens(length: float) -> str:
    """LaTeX of a number of tokens; a plain comma would be spaced as in a list."""
    if not math.isfinite(length):
        return r"\infty"
    return f"{length:,.0f}".replace(",", r"{,}") if length < 1e12 else f"{length:.3g}"
