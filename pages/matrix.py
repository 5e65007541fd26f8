from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.pictures.matrix import matrix
from core.inputs.parameter import D_MODEL, LENGTH
from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.schemes.sinusoidal import LAYOUTS, column_nearest, columns
from core.sinusoidal.block_means import block_means
from figures import theme
from pages.shared import address, chart, room
from pages.shared.columns import Columns
from pages.shared.view_row import view_name
from pages.shared.words import Words
from pages.take_away.code import Code

ROWS, COLUMNS = 290, 768  # at most; the picture is 290 pixels high


def draw(settings: Settings, words: Words) -> None:
    length, layout = settings.length, view_name()
    column = columns(settings.d_model, base=settings.base, layout=layout)
    row = address.whole("position", length // 2, 0, LENGTH.stops[-1] - 1)
    typical = column_nearest(length / 4, column, scale=settings.scale)
    request = address.whole("dimension", typical, 0, D_MODEL.stops[-1] - 1)
    dimension = min(request, settings.d_model - 1)
    wavelength = 2 * np.pi * settings.scale / column.frequencies[dimension]  # tokens
    matrix(
        settings={**asdict(settings), "layout": asdict(LAYOUTS[layout])},
        most=(ROWS, COLUMNS),
        view={"position": address.if_set("position", row), "dimension": address.if_set("dimension", request)},
        colours={
            "sine": theme.SINE,
            "cosine": theme.COSINE,
            "light": [theme.LIGHT.negative, theme.LIGHT.neutral, theme.LIGHT.positive],
            "dark": [theme.DARK.negative, theme.DARK.neutral, theme.DARK.positive],
        },
        alt=words("Alt", length=length, d_model=settings.d_model),
        key="matrix",
        on_rest_change=partial(address.keep, "matrix", "position", "dimension"),
    )
    facts = {"wavelength": in_tokens(wavelength), "turns": length / wavelength, "length": length}
    st.markdown(words("Reading", dimension=dimension, **facts))
    code = Code("matrix/pixels", {"layout": layout})
    chart.data(Columns(partial(pixels, settings, layout), code), key="matrix_pixels")
    room.close(words, lambda: st.markdown(words["Layouts"]))


def pixels(settings: Settings, layout: str) -> dict[str, NDArray[Any]]:
    size = {"rows": ROWS, "columns_": COLUMNS}
    means = block_means(settings.length, settings.d_model, **size, layout=layout, **settings.base_and_scale)
    return means.columns()


draw(*room.enter(__file__))
