"""Position layer by layer, and queries that grow with their position."""

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from figures.curves import Line, curves
from figures.long_context.model import layer_strip
from figures.theme import INK
from model_configs.facts import label_counts, labels
from model_configs.layer import NO_ATTENTION, NO_POSITION, Temperature, temperature_columns
from model_configs.model_config import ModelConfig
from pages.long_context.model import prose
from pages.long_context.model.script_values import layers_values
from pages.long_context.model.view import View
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.derived import table_and_code

STEPS = 512  # points of the curve


def draw(view: View, words: Words) -> None:
    """The strip of layers, and the curve where queries grow."""
    st.markdown(prose.layers(view.config, words))
    if view.config.stack:
        _strip(view.config, words)
    if view.config.temperature is not None:
        _temperature(view.config.temperature, view.target, words)


def _strip(config: ModelConfig, words: Words) -> None:
    names, stack = labels(config), config.stack
    silent = {NO_ATTENTION, NO_POSITION}
    st.caption(words["Layers: low"])
    figure = layer_strip(
        names,
        turns=[layer.position not in silent for layer in stack],
        has_window=[layer.window is not None for layer in stack],
        palette=chart.palette(),
    )
    values = layers_values(config)
    chart.show(
        figure,
        alt=words("Layers: alt", count=len(stack), counted=label_counts(names)),
        table=lambda: _table(config),
        key="layers",
        code=Code("model/layers", values, cites=(SCHEMES["RoPE"],)),
    )


def _table(config: ModelConfig) -> pd.DataFrame:
    bases = {kind.name: kind.base for kind in config.layer_types}
    stack = config.stack
    return pd.DataFrame(
        {
            "layer": [layer.number for layer in stack],
            "kind": [layer.kind for layer in stack],
            "position": [layer.position for layer in stack],
            "base": [bases.get(layer.layer_type or "", np.nan) for layer in stack],
            "window (tokens)": [layer.window or np.nan for layer in stack],
        }
    )


def _temperature(gain: Temperature, target: int, words: Words) -> None:
    last = prose.last_position(gain, target)
    positions = np.linspace(0, last, STEPS).round()  # (n,) tokens
    st.markdown(prose.temperature(gain, target, words))
    figure = curves(
        [Line(words["Temperature: line"], positions, gain(positions), INK, width=2.5)],
        palette=chart.palette(),
        x="position (tokens)",
        y="factor on the query",
        height=300,
    )
    chart.show(
        figure,
        alt=prose.temperature(gain, target, words, "Temperature: alt"),
        key="temperature",
        **table_and_code(
            temperature_columns,
            "curves",
            {"beta": gain.beta, "floor": float(gain.floor), "shift": gain.shift, "last": last, "steps": STEPS},
            cites=(SCHEMES["RoPE"],),
        ),
    )
