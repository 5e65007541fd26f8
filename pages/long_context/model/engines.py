"""What each engine computes from the file as it stands, and what it needs for the target length."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from model_configs.advice import assumed_facts
from model_configs.engines import WRITERS
from model_configs.entries import ConfigError
from model_configs.readings import EngineReading, readings
from model_configs.rewrite import STYLES, changes, corrected, to_json
from pages.long_context.model import prose
from pages.long_context.model.choice import shown_name
from pages.long_context.model.view import View
from pages.shared.contents import here
from pages.shared.verbatim import code, markdown
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.files import file_name

FILES = dict(zip(("transformers 5", "transformers 4"), STYLES, strict=True))  # engines that read config.json alone


def draw(view: View, words: Words) -> None:
    """The engines that differ from the model's own code; then the line or file of one, and what it means."""
    try:
        by_engine = readings(view.config, view.target)
    except ConfigError as error:  # one of them divides by zero where the model's own code does not
        st.error(prose.unusable(error, words))
        return
    differ = [each for each in by_engine if each.refusal or each.wrong or not each.is_known]
    verdict = "Engines: agree" if not differ else "Engines: differs" if len(differ) == 1 else "Engines: differ"
    facts = {"count": len(differ), "all": len(by_engine), "target": view.target}
    st.markdown(words(verdict, name=shown_name(view.name, view.config), **facts))
    if differ:
        _table(differ, view, words, ["engine", "as the file stands"])
    name = one_of(words["Export: label"], list(WRITERS), key="export")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if assumed_facts(view.config):
            st.info(words("Export: assumed", what=", ".join(assumed_facts(view.config))))
        elif name in FILES:
            _show_config(view, words, FILES[name])
        else:
            _show_line(view, words, name)
    right.markdown("\n\n".join(prose.change(view, words)))


def all_seven(view: View, words: Words) -> None:
    """A row for every engine, also for those that agree."""
    st.markdown(words("Engines", target=view.target))
    try:
        _table(readings(view.config, view.target), view, words)
    except ConfigError as error:
        st.error(prose.unusable(error, words))


def _table(rows: Sequence[EngineReading], view: View, words: Words, columns: list[str] | None = None) -> None:
    """A row an engine: what differs, and two numbers of the layers that are shown."""
    cells = [(f"[{each.engine}]({each.source})", markdown(each.sentence), *_numbers(each, view)) for each in rows]
    every = ["engine", "as the file stands", "slowest pair (tokens a turn)", "attention factor"]
    frame = pd.DataFrame(cells, columns=every)[columns or every]
    st.table(frame, border="horizontal", hide_index=True, alt=words["Engines: alt"])


def _numbers(reading: EngineReading, view: View) -> tuple[str, str]:
    layer = reading.layers.get(view.before.kind.name)
    if layer is None or not np.any(layer.inverse > 0):
        return "—", "—"
    slowest = 2 * np.pi / layer.inverse[layer.inverse > 0].min()
    return f"{slowest:,.0f}" if slowest < 1e12 else f"{slowest:.3g}", f"{layer.attention_factor:.4f}"


def _show_config(view: View, words: Words, style: str) -> None:
    config = view.config
    part, whole = changes(config, view.target, style), corrected(config, view.target, style)
    if part is None or whole is None:
        st.info(words["Export: no words"])
        return
    if config.entries.path:
        st.markdown(words("Export: inside", path=code(config.entries.path.removesuffix("."))))
    st.code(to_json(part), language="json", wrap_lines=True)
    dropped_entries = [code(name) for name, value in part.items() if value is None]
    if dropped_entries:
        st.markdown(words("Export: dropped", names=", ".join(dropped_entries)))
    st.download_button(
        words["Export: whole"],
        lambda: to_json(whole).encode(),
        f"{file_name('config', here())}.json",
        "application/json",
        key="whole_config",
        on_click="ignore",
    )


def _show_line(view: View, words: Words, engine: str) -> None:
    text, notes = prose.line(view, words, engine)
    if not text:
        st.info(notes[0])
        return
    st.code(text, language="yaml" if engine == "NeMo" else "bash", wrap_lines=True)
    st.markdown("\n".join(f"- {note}" for note in notes))
