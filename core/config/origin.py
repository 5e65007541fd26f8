"""Where a value of a reading comes from."""

from __future__ import annotations

from enum import Enum


class Origin(Enum):
    """How sure a value is.

    TOLD: the file says it. DEFAULT: the file is silent and its model type has a value of its own. ASSUMED: neither;
    advice never follows from such a value.
    """

    TOLD = "told"
    DEFAULT = "default of the model type"
    ASSUMED = "assumed"
