"""What each engine computes from the file as it stands, and what it needs for the target length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.config.advice import assumed
from core.config.engines import WRITERS
from core.config.readings import EngineReading, readings
from core.config.rewrite import STYLES, changes, corrected, written
from core.inputs.entries import ConfigError
from core.inputs.parameter import BASE
from core.scaling.parameters import ORIGINAL_LENGTH
from pages.long_context.model import said, upload
from pages.long_context.model.choice import SLOTS
from pages.shared.contents import here
from pages.shared.verbatim import code, markdown
from pages.shared.views import one_of
from pages.take_away.files import file_name

if TYPE_CHECKING:
    from pages.long_context.model.view import View
    from pages.shared.words import Words

FILES = dict(zip(("transformers 5", "transformers 4"), STYLES, strict=True))  # engines that read config.json alone
WIDEST = 512  # rotary features that the room Stretch takes
ARROW = ":material/arrow_forward:"


def draw(view: View, words: Words) -> None:
    """All engines side by side; then the line or file of one of them, and what else can be done with it."""
    try:
        found = readings(view.config, view.target)
    except ConfigError as error:  # one of them divides by zero where the model's own code does not
        st.error(words("Unusable", error=markdown(str(error))))
        return
    st.markdown(words("Engines", target=view.target))
    st.table(_side_by_side(found, view), border="horizontal", hide_index=True, alt=words["Engines: alt"])
    left, right = st.columns([3, 2], gap="medium")
    with left:
        name = one_of(words["Export: label"], list(WRITERS), key="export")
        if assumed(view.config):
            st.info(words("Export: assumed", what=", ".join(assumed(view.config))))
        elif name in FILES:
            _show_config(view, words, FILES[name])
        else:
            _show_line(view, words, name)
    with right.container(border=True):
        _beside(view, words)


def _side_by_side(found: tuple[EngineReading, ...], view: View) -> pd.DataFrame:
    """A row an engine: what differs, and two numbers of the layers that are shown."""
    rows = [(f"[{each.engine}]({each.source})", markdown(each.told), *_numbers(each, view)) for each in found]
    return pd.DataFrame(
        rows, columns=["engine", "as the file stands", "slowest pair (tokens a turn)", "attention factor"]
    )


def _numbers(reading: EngineReading, view: View) -> tuple[str, str]:
    scaled = reading.layers.get(view.own.kind.name)
    if scaled is None or not np.any(scaled.inverse > 0):
        return "—", "—"
    slowest = 2 * np.pi / scaled.inverse[scaled.inverse > 0].min()
    return f"{slowest:,.0f}" if slowest < 1e12 else f"{slowest:.3g}", f"{scaled.attention_factor:.4f}"


def _show_config(view: View, words: Words, style: str) -> None:
    config = view.config
    part, whole = changes(config, view.target, style), corrected(config, view.target, style)
    if part is None or whole is None:
        st.info(words["Export: no words"])
        return
    if config.entries.path:
        st.markdown(words("Export: inside", path=code(config.entries.path.removesuffix("."))))
    st.code(written(part), language="json", wrap_lines=True)
    dropped = [code(name) for name, value in part.items() if value is None]
    if dropped:
        st.markdown(words("Export: dropped", names=", ".join(dropped)))
    st.download_button(
        words["Export: whole"],
        lambda: written(whole).encode(),
        f"{file_name('config', here())}.json",
        "application/json",
        key="whole_config",
        on_click="ignore",
    )


def _show_line(view: View, words: Words, engine: str) -> None:
    text, notes = said.line(view, words, engine)
    if not text:
        st.info(notes[0])
        return
    st.code(text, language="yaml" if engine == "NeMo" else "bash", wrap_lines=True)
    st.markdown("\n".join(f"- {note}" for note in notes))


def _beside(view: View, words: Words) -> None:
    """What the change means, and where to go on."""
    st.markdown("\n\n".join(said.change(view, words)))
    st.page_link("pages/precision.py", label=words["Take: precision"], icon=ARROW)
    if 4 <= view.own.kind.rotary_dim <= WIDEST:
        _to_stretch(view, words)
    if view.name in SLOTS:
        upload.ask_for_link(SLOTS[view.name], view.config, words)


def _to_stretch(view: View, words: Words) -> None:
    """A link to the room Stretch with this model's numbers, rounded to the stops of its sliders."""
    own = view.own
    ends = [ORIGINAL_LENGTH.nearest_stop(own.lengths.trained), ORIGINAL_LENGTH.nearest_stop(view.target)]
    base = BASE.nearest_stop(own.kind.base)
    label = words("Take: stretch", trained=ends[0], target=ends[1], base=base)
    # the sidebar keeps its base whatever a link says, so it is set
    if st.button(label, key="to_stretch", type="tertiary", icon=ARROW, on_click=_take_base, args=(base,)):
        asked = {"context": [str(end) for end in ends], "rotary_dim": str(own.kind.rotary_dim)}
        st.switch_page("pages/stretch.py", query_params=asked)


def _take_base(base: int) -> None:
    st.session_state["base"] = base
