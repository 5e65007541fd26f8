"""The columns of a picture: one value that is drawn, tabulated and exported, and that the script computes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from figures.curves import Line
from pages.take_away.code import Code, CodeElsewhere

CodeOf = Callable[[Mapping[str, Any]], Code]
"""The script behind a figure."""


@dataclass(frozen=True, eq=False)
class Columns(Mapping[str, Any]):
    """Arrays by name, first what the others are drawn against; computed once, when they are first read."""

    compute: Callable[[], Mapping[str, Any]]
    code: Code | CodeElsewhere | CodeOf  # the script that makes the same columns, or the room that has it

    @cached_property
    def values_by_name(self) -> Mapping[str, Any]:
        """The columns."""
        return self.compute()

    def __getitem__(self, name: str) -> Any:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    @property
    def x(self) -> Any:
        """The first column."""
        return self[next(iter(self))]

    @property
    def names(self) -> tuple[str, ...]:
        """All but the first."""
        return tuple(self)[1:]

    @property
    def rows(self) -> NDArray[np.float64]:
        """All columns but the first, (columns, entries)."""
        return np.stack([np.asarray(self[name], np.float64) for name in self.names])

    def line(self, name: str, colour: str, *, title: str | None = None, **look: Any) -> Line:
        """A column as a line over the first one; it is called as the column unless it gets another title."""
        return Line(name if title is None else title, self.x, self[name], colour, **look)

    def frame(self) -> pd.DataFrame:
        """The table."""
        return pd.DataFrame(dict(self.values_by_name))
