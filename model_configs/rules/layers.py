"""What a rule may ask of the layers and lengths of a config."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.scaling.rule import Frequencies
from model_configs.entries import Entries


@dataclass(frozen=True)
class Lengths:
    """Context lengths of one type of layers."""

    original: int  # tokens in training, before any rule
    claim: int  # tokens that the config is written for
    is_stated: bool  # whether the config names any length; else one is assumed


class Layers(Protocol):
    """One type of layers of a config, as far as a rule needs to know it."""

    @property
    def base(self) -> float:
        """Base of the frequencies, dimensionless."""

    @property
    def exponent_dim(self) -> int:
        """Features that the exponents span."""

    @property
    def rotary_dim(self) -> int:
        """Features of a head that turn."""

    @property
    def context(self) -> int | None:
        """Claimed length, tokens."""

    @property
    def context_stated(self) -> bool:
        """Whether the config gives the claimed length; else it is that of the model type."""

    @property
    def original(self) -> int | None:
        """Length in training, tokens."""

    @property
    def factor(self) -> float | None:
        """The factor that the rule takes, dimensionless."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Further arguments of the rule by name."""

    @property
    def entries(self) -> Entries:
        """The object of the config that holds the rule's entries."""

    @property
    def is_static(self) -> bool:
        """Whether the rule acts on every text alike, though the model was trained without it."""

    def trained_frequencies(self) -> NDArray[np.float64]:
        """Frequencies before any rule, radians per token."""

    def frequencies(self, sequence_length: float | None = None) -> Frequencies:
        """Frequencies for a text of a length in tokens."""


def factor_from_trained(factor: float | None, lengths: Lengths, target: int) -> float:
    """The target length divided by the trained one, whatever the factor was before."""
    return target / lengths.original


def factor_raised(factor: float | None, lengths: Lengths, target: int) -> float:
    """The factor of the config, raised as much as the target exceeds the claimed length."""
    return (factor or 1.0) * target / lengths.claim
