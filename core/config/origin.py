"""Where a value of a reading comes from."""

from __future__ import annotations

from enum import Enum


class Origin(Enum):
    """How sure a value is, in one of three words.

    TOLD: the file says it. WORKED_OUT: it follows from values that are told. DEFAULT: the file is silent and its
    model type has a value of its own. ASSUMED: neither; advice never follows from such a value.
    """

    TOLD = "told"
    WORKED_OUT = "worked out"
    DEFAULT = "default of the model type"
    ASSUMED = "assumed"

    @property
    def word(self) -> str:
        """For readers; whose default it is stands beside it."""
        return {Origin.TOLD: "in the file", Origin.WORKED_OUT: "worked out"}.get(self, "assumed")
