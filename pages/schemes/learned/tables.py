"""The learned table and the sinusoidal table of its shape, and measures of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.numeric.once import ONE_AT_A_TIME, computed_once
from core.schemes import SCHEMES, learned
from core.schemes.analysis.identify import Identification, identify
from core.schemes.analysis.table import Table, as_table, sinusoidal_table
from figures.schemes.learned import LEARNED, SINUSOIDAL
from pages.shared import table_upload
from pages.shared.words import Words, read
from pages.take_away.code import Code

COLOURS: Mapping[str, str] = {"learned": LEARNED, "sinusoidal": SINUSOIDAL}
SAMPLE = Path(learned.__file__).with_suffix(".npy")
MEASURING_TEXT = read(Path(__file__).parents[2] / "learned.md")["Measuring"]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Tables:
    """The table that is shown, and the sinusoidal table beside it."""

    learned: Table
    origin: tuple[str, ...]  # identifies the learned table; empty for the sample
    # base, scale: of the sinusoidal table beside it, which has the same shape
    base: float
    scale: float

    @property
    def length(self) -> int:
        """Positions."""
        return self.learned.length

    def identified(self) -> Identification | None:
        """What the reader's table is; None for the sample, and for a table that is not recognised."""
        found = self.of_learned(identify) if self.origin else None
        return found if found is not None and (found.faults or found.right) else None

    def heading(self, kind: str, words: Words) -> str:
        """The heading of a picture of a table."""
        return words["Own: heading" if kind == "learned" and self.origin else f"{kind}: heading"]

    def of_learned(self, measure: Callable[[Table], Result]) -> Result:
        """A measure of the learned table, kept while the table stays."""
        with st.spinner(MEASURING_TEXT):
            result: Result = _measure_once(measure.__qualname__, self.origin, measure, self.learned)
        return result

    def both(self, measure: Callable[[Table], Result]) -> dict[str, Result]:
        """A measure of each table by its kind; that of the sinusoidal table is the same for all readers."""
        of_learned = self.of_learned(measure)
        with st.spinner(MEASURING_TEXT):
            beside = _measured_sinusoidal(measure, self.length, self.learned.d_model, self.base, self.scale)
        return {"learned": of_learned, "sinusoidal": beside}


@st.cache_resource(max_entries=8, scope="session", show_spinner=False)
def _measure_once(name: str, origin: tuple[Any, ...], _measure: Callable[[Table], Any], _table: Table) -> Any:
    with ONE_AT_A_TIME:
        return _measure(_table)


@computed_once(most=32)
def _measured_sinusoidal(
    measure: Callable[[Table], Any], length: int, d_model: int, base: float, scale: float
) -> Any:
    return measure(sinusoidal_table(length, d_model, base=base, scale=scale))


def choose(settings: Settings, controls: DeltaGenerator, words: Words) -> Tables:
    """The reader's table or the sample, with a line that says which."""
    with controls.popover(words["Upload"]):
        upload = table_upload.ask(words)
    line, refusal = controls.container(width="content"), st.empty()  # so that elements below keep their places
    if upload and upload.table:
        line.markdown(upload.description)
        return _beside(upload.table, upload.origin, settings)
    table = as_table(learned.sample())
    line.markdown(words("Sample", length=table.length, d_model=table.d_model))
    if upload:
        refusal.warning(words("Refused", error=upload.description))
    return _beside(table, (), settings)


def _beside(table: Table, origin: tuple[str, ...], settings: Settings) -> Tables:
    return Tables(table, origin, settings.base, settings.scale)


def code(script: str, **values: Any) -> Code:
    """The script of a picture; it reads the sample, or the file that the reader puts in its place."""
    return Code(f"learned/{script}", values, cites=[SCHEMES["learned"]], files=[SAMPLE])
