"""Where a value of a reading comes from."""

from enum import Enum


class Origin(Enum):
    """How certain a value is.

    FILE: the file has it. WORKED_OUT: it follows from values in the file. DEFAULT: the model type has a default of
    its own. ASSUMED: neither; advice never follows from such a value.
    """

    FILE = "file"
    WORKED_OUT = "worked out"
    DEFAULT = "default of the model type"
    ASSUMED = "assumed"

    @property
    def word(self) -> str:
        """The word that readers see."""
        return {Origin.FILE: "in the file", Origin.WORKED_OUT: "worked out"}.get(self, "assumed")
