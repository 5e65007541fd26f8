"""What the additive biases have in common: the number of heads, and offsets of keys from queries."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, checked
from core.inputs.parameter import Choice, Parameter, whole
from core.schemes.scheme import Scheme

HEADS = replace(
    whole("heads"),
    unit="heads",
    meaning="Attention heads; each has a bias of its own.",
    stops=(*range(1, 17), 20, 24, 28, 32, 40, 48, 64, 96, 112, 128),
)


@checked()
def offsets(query_positions: Positions, key_positions: Positions) -> NDArray[np.float64]:
    """Key minus query, tokens, shape (n, m): negative for keys in the past."""
    return key_positions - query_positions[:, None]


def own_parameter(scheme: Scheme) -> Parameter | Choice | None:
    """The first parameter of a bias besides its heads: a page offers it to the reader, none of the others."""
    return next((parameter for parameter in scheme.parameters if parameter is not HEADS), None)
