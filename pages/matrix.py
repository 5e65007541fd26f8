import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.matrix import matrix
from core.schemes.sinusoidal import LAYOUTS, column_nearest, columns, substituted
from core.sinusoidal.block_means import BlockMeans, block_means
from figures import theme
from pages.shared import address, chart, room
from pages.shared.choice import one_of

ROWS, COLUMNS = 340, 768  # at most; the picture is 340 pixels high, so that many need no means of means


def keep() -> None:
    address.keep("matrix", "position", "dimension")


def pixels(means: BlockMeans) -> pd.DataFrame:
    rows, across = means.values.shape
    frame = pd.DataFrame(means.values, columns=[str(i * means.dimensions) for i in range(across)])
    frame.insert(0, "position", np.arange(rows) * means.positions)
    return frame


settings, words = room.enter(__file__)
layout = one_of("Layout", list(LAYOUTS), key="layout")
shape = {"base": settings.base, "scale": settings.scale}
column = columns(settings.d_model, base=settings.base, layout=layout)
position = address.whole("position", settings.length // 2, 0, settings.length - 1)
typical = column_nearest(settings.length / 4, column, scale=settings.scale)
dimension = address.whole("dimension", typical, 0, settings.d_model - 1)
means = block_means(settings.length, settings.d_model, rows=ROWS, columns_=COLUMNS, layout=layout, **shape)
first = LAYOUTS[layout].first_position
wavelength = 2 * np.pi * settings.scale / column.frequencies[dimension]  # tokens

st.caption(f"{layout}: {LAYOUTS[layout].meaning}.")
matrix(
    means,
    column,
    header={
        "length": settings.length,
        "base": settings.base,
        "scale": settings.scale,
        "firstPosition": first,
        "alt": f"Sinusoidal table of {settings.length} positions by {settings.d_model} dimensions, "
        "fast waves on the left, slow ones on the right; arrow keys move the kept cell",
    },
    view={"position": position, "dimension": dimension},
    colours={
        "sine": theme.SINE,
        "cosine": theme.COSINE,
        "light": [theme.LIGHT.negative, theme.LIGHT.neutral, theme.LIGHT.positive],
        "dark": [theme.DARK.negative, theme.DARK.neutral, theme.DARK.positive],
    },
    key="matrix",
    on_rest_change=keep,
)
formula = substituted(position + first, dimension, column, **shape)
st.markdown(
    f"Kept: `{formula}`. Dimension {dimension:,} has a wavelength of **{wavelength:,.4g} tokens**, so it turns "
    f"**{settings.length / wavelength:,.3g} times** within {settings.length:,} tokens. {words['Reading']}"
)
chart.data(lambda: pixels(means), key="matrix_pixels")
room.close(words)
