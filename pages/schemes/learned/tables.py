"""The learned table that is shown, the sinusoidal table of its shape, and measures of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.numeric.once import ONE_AT_A_TIME, computed_once
from core.schemes import SCHEMES, learned
from core.schemes.analysis.identify import Identification, identify, identify_pair
from core.schemes.analysis.identify.identification import UNKNOWN
from core.schemes.analysis.learned_hands import LearnedHands, learned_hands
from core.schemes.analysis.table import Table, as_table, sinusoidal_table
from core.schemes.analysis.table_file import Tensor
from core.words.minilm import stored
from figures.schemes.learned import LEARNED, SINUSOIDAL
from pages.shared import address, table_upload
from pages.shared.views import named_one_of
from pages.shared.words import Words, read
from pages.take_away.code import Code

COLOURS: Mapping[str, str] = {"learned": LEARNED, "sinusoidal": SINUSOIDAL}
SAMPLE = Path(learned.__file__).with_suffix(".npy")
REAL, TRAINED_HERE = "all-MiniLM-L6-v2", "sample"
"""The tables that need no file, by their word in the address."""
OWN, OPEN = "own", "own_table"
"""The word in the address for a table of one's own, which opens the field for it, and the key of that field."""
NEW = "_new_table"  # in the session from when a table is given until it is chosen
MEASURING_TEXT = read(Path(__file__).parents[2] / "learned.md")["Measuring"]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Tables:
    """The table that is shown, and the sinusoidal table beside it."""

    learned: Table
    origin: tuple[str, ...]  # identifies the learned table
    stored: str  # REAL or TRAINED_HERE; "" for the reader's
    # base, scale: of the sinusoidal table beside it, which has the same shape
    base: float
    scale: float
    array: Callable[[], NDArray[Any]] | None = None  # the reader's, where that is no table
    pair: tuple[Tensor, ...] = ()  # the reader's cosines and sines, of which the table is one

    @property
    def length(self) -> int:
        """Positions."""
        return self.learned.length

    def identified(self) -> Identification | None:
        """What the reader's table is; None for the sample, and for a table that is not recognised."""
        found = self.looked_at()
        return found if found and (found.faults or found.scheme not in {UNKNOWN, "learned"}) else None

    def looked_at(self) -> Identification | None:
        """What is said of the reader's table, also where it is not recognised; None for the sample."""
        if self.stored:
            return None
        with st.spinner(MEASURING_TEXT):
            found: Identification = _measure_once("identify", self.origin, self._identify, self.learned)
        return found

    def _identify(self, table: Table) -> Identification:
        if self.pair:
            cosines, sines = (tensor.unread() for tensor in self.pair)
            both = identify_pair(cosines, sines, self.pair[0].shape, is_named=True)
            if both is not None:
                return both
        return identify(table if self.array is None else self.array())

    def heading(self, kind: str, words: Words) -> str:
        """The heading of a picture of a table."""
        return words["Own: heading" if kind == "learned" and not self.stored else f"{kind}: heading"]

    @property
    def first(self) -> int:
        """The first row in which hands are looked for: a real model's row 0, and its last one, stand apart."""
        return int(self.stored == REAL)

    def hands(self) -> LearnedHands:
        """The clock hands in the learned table, of at least 3 rows."""
        rows = as_table(stored.position_table()[1:-1]) if self.stored == REAL else self.learned
        with st.spinner(MEASURING_TEXT):
            found: LearnedHands = _measure_once("hands", self.origin, learned_hands, rows)
        return found

    def code(self, script: str, **values: Any) -> Code:
        """The script of a picture; it reads the stored table, or the file that the reader puts in its place."""
        file = stored.FILE if self.stored == REAL else SAMPLE
        return Code(f"learned/{script}", values | {"file": file.name}, cites=[SCHEMES["learned"]], files=[file])

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


def is_own_asked() -> bool:
    """Whether the reader's table is given and chosen."""
    return table_upload.is_given() and (NEW in st.session_state or address.text("table") == OWN)


def is_real_asked() -> bool:
    """Whether the address and the reader's file leave the real model's table in sight."""
    return not is_own_asked() and address.text("table") != TRAINED_HERE and stored.FILE.exists()


def choose(settings: Settings, controls: DeltaGenerator, words: Words) -> Tables:
    """A real model's table, the sample or the reader's, with a line that says which."""
    st.session_state.setdefault(OPEN, address.text("table") == OWN)
    choice = controls.container(width="content")
    with controls.popover(words["Upload"], key=OPEN, on_change="rerun"):
        upload = table_upload.ask(words, on_check=_take_up)
    own = upload.table if upload else None
    if st.session_state.pop(NEW, False) and own:
        address.write(table=OWN)
    names = {name: label for name, label in words.under("Choice").items() if own or name != OWN}
    name = named_one_of(words["Choice"], names, key="table", default=REAL, place=choice)
    line, refusal = controls.container(width="content"), st.empty()  # so that elements below keep their places
    if upload and own and name == OWN:
        line.markdown(upload.description)
        return replace(_beside(own, upload.origin, "", settings), array=upload.array, pair=upload.pair)
    if name == REAL and not stored.FILE.exists():  # in a folder that somebody has thinned out; nothing is fetched
        refusal.info(words("No weights", file=stored.FILE.name))
        name = TRAINED_HERE
    table = as_table(stored.position_table() if name == REAL else learned.sample())
    line.markdown(words(f"Shown: {name}", length=table.length, d_model=table.d_model))
    if upload and not own:
        refusal.warning(words("Refused", error=upload.description))
    return _beside(table, (name,), name, settings)


def _take_up() -> None:
    """Close the field, which covers what is said of the table, and choose that; not where a file was taken away."""
    is_given = table_upload.is_given()
    st.session_state[OPEN] = not is_given
    if is_given:
        st.session_state[NEW] = True


def _beside(table: Table, origin: tuple[str, ...], stored_name: str, settings: Settings) -> Tables:
    return Tables(table, origin, stored_name, settings.base, settings.scale)
