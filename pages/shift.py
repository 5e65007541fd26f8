import numpy as np
import pandas as pd
import streamlit as st

from core.frequencies import inverse_frequencies
from core.inputs.parameter import log_stops
from core.numeric.spacing import evenly_spread
from core.schemes.sinusoidal import columns
from core.sinusoidal.dimensions import columns_at
from core.sinusoidal.learned_shift import learn_shift
from core.sinusoidal.shift import rotation_blocks, shift_error, shift_matrix
from figures.heatmap import signed_heatmap
from pages.shared import chart, room
from pages.shared.numerals import scientific

AHEAD = sorted({3, 7, *log_stops(1000, (1, 2, 5), 10)})  # tokens
OFFSETS = [*(-offset for offset in reversed(AHEAD)), *AHEAD]
CELLS, PAIRS = 2**16, 16  # at most so many are checked, and shown
PICTURE = 520  # pixels


def small(number: float) -> str:
    return f"{number:.3f}" if number == 0 or number >= 0.001 else scientific(number)


def show(matrix: np.ndarray, dimensions: np.ndarray, *, alt: str, key: str, height: int, bar: bool) -> None:
    names = [str(dimension) for dimension in dimensions]
    look = {"palette": chart.palette(), "limit": 1, "height": height, "labels": names, "bar": bar}
    figure = signed_heatmap(matrix, x="dimension at p", y="dimension at p + k", unit="weight (−1 to 1)", **look)
    table = pd.DataFrame(matrix, index=pd.Index(names, name="dimension"), columns=names)
    chart.show(figure, alt=alt, table=table.reset_index, key=key)


settings, words = room.enter(__file__)
d_model, length, shape = settings.d_model, settings.length, {"base": settings.base, "scale": settings.scale}
offset = st.select_slider(
    "Offset k (tokens)", OFFSETS, 7, key="offset", bind="query-params", help=words["Offset: help"]
)
if d_model < 2:
    st.info(words["No pair"])
    room.close(words)
    st.stop()

frequency = inverse_frequencies(d_model, settings.base) / settings.scale  # (pairs,) radians per token
checked = evenly_spread(length, max(2, CELLS // d_model))
error = shift_error(checked, offset, d_model, **shape)
blocks = rotation_blocks(offset, d_model, **shape)  # (pairs, 2, 2)
shown = evenly_spread(len(blocks), PAIRS)
learned = learn_shift(offset, d_model, **shape)
position = 3 + max(0, -offset)
before = columns_at([position], [0, 1], columns(d_model, base=settings.base), scale=settings.scale)[0]
say = {
    "offset": f"{offset}".replace("-", "−"),
    "position": position,
    "after": position + offset,
    "frequency": frequency[0],
    "angle": f"{offset * frequency[0]:.4g}".replace("-", "−"),
    "block": blocks[0],
    "row": before,
    "turned": blocks[0] @ before,
    "sign": "−" if blocks[0, 0, 1] < 0 else "+",
    "cosine_weight": abs(blocks[0, 0, 1]),
    "pairs": len(blocks),
    "shown": len(shown),
    "columns": 2 * len(blocks),
    "checked": len(checked),
    "last": length - 1,
    "learned": learned,
    "end": learned.dimensions[-1],
    "learned_pairs": ", ".join(map(str, learned.pairs)),
    "difference": small(learned.difference),
    "missed": small(learned.sines.residual),
}

measured = {
    "Checked": (error, "Checked: all" if len(checked) == length else "Checked: some"),
    "Both": (learned.both.residual, "Both"),
    "Sines": (learned.sines.residual, "Sines"),
}
for place, (name, (value, note)) in zip(st.columns(3, border=True), measured.items(), strict=True):
    place.metric(words[f"{name}: label"], small(value), help=words[f"{name}: help"])
    place.caption(words[note].format(**say))

st.markdown(words["Rotation"].format(**say))
st.latex(words["Rotation: numbers"].format(**say))
st.markdown(words["Rotation: matrix"].format(**say))
numbers, picture = st.columns(2)
number = st.column_config.NumberColumn
angles = {"turn (tokens)": 2 * np.pi / frequency[shown], "kω (degrees)": np.degrees(offset * frequency[shown])}
weights = {"cos kω": blocks[shown, 0, 0], "sin kω": blocks[shown, 0, 1]}
numbers.dataframe(
    pd.DataFrame({"pair": shown} | angles | weights),
    column_config=dict.fromkeys(angles, number(format="%.1f")) | dict.fromkeys(weights, number(format="%.3f")),
    hide_index=True,
    height="content",
    row_height=30,
)
dimensions = np.stack([2 * shown, 2 * shown + 1], axis=1).ravel()
with picture:
    alt = words["Rotation: alt"].format(**say)
    show(shift_matrix(blocks[shown]), dimensions, alt=alt, key="rotation", height=PICTURE, bar=True)
if d_model % 2:
    st.caption(words["Rotation: odd"])

st.markdown(words["Learned"].format(**say))
st.latex(words["Learned: formula"])
st.markdown(words["Learned: reason"].format(**say))
matrices = {
    "true": (learned.rotation, learned.dimensions),
    "both": (learned.both.matrix, learned.dimensions),
    "sines": (learned.sines.matrix, learned.dimensions[::2]),
}
for place, (name, (matrix, dimensions)) in zip(st.columns(3), matrices.items(), strict=True):
    with place:
        st.markdown(words[f"Learned: {name}"])
        alt = words["Learned: alt"].format(kind=words[f"Learned: {name}"].strip("# "), **say)
        show(matrix, dimensions, alt=alt, key=f"learned_{name}", height=330, bar=False)
st.caption(words["Learned: pairs"].format(**say))
room.close(words)
