"""A query and a key turn in one pair; their product depends on the offset."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.rotation import rotation
from core.inputs.parameter import LENGTH
from core.numeric.numerals import minus, small
from core.schemes.analysis.rotary import head_vectors
from core.schemes.analysis.rotary_columns import rotation_columns
from core.schemes.analysis.rotary_readings import PLACES, PairReading, read_pair, variation
from figures.schemes.rotary import KEY, QUERY
from pages.schemes.rope.head import Head
from pages.shared import address, chart
from pages.shared.words import Words

FARTHEST, LAST_PAIR = LENGTH.stops[-1] - 1, 127
MOVES = {  # tokens that query and key move on
    "as set": (0, 0),
    "both +1": (1, 1),
    "both +100": (100, 100),
    "only q +1": (1, 0),
    "only k +1": (0, 1),
}


def draw(words: Words, head: Head) -> Callable[[], object]:
    view = {name: address.whole(name, default, 0, FARTHEST) for name, default in (("m", 12), ("n", 5))}
    view |= {"pair": address.whole("pair", 8, 0, LAST_PAIR), "lock": address.whole("lock", 1, 0, 1)}
    last = head.length - 1
    reading = read_pair(min(view["m"], last), min(view["n"], last), view["pair"], head.dim, **head.rates)
    palette = chart.palette()
    rotation(
        reading.frequencies.tolist(),
        settings={"head_dim": head.dim, "length": head.length, **head.rates},
        query=[1.0, 0.0],
        key_vector=[1.0, 0.0],
        view=view,
        last=last,
        colours={"query": QUERY, "key": KEY, "between": palette.text}
        | {name: getattr(palette, name) for name in ("negative", "neutral", "positive")},
        alt={name: words(f"Turning: {name}", reading=reading) for name in ("dial", "map")},
        key="rotation",
        on_rest_change=partial(address.keep, "rotation", *view),
    )
    if not last:
        st.info(words["One position"])
    positions = {"m": reading.m, "n": reading.n}
    chart.data(head.columns_of(rotation_columns, "panels", positions, xlabel="pair"), key="rotation")
    alone = float(reading.products(np.array([1]), np.array([0]))[0][0])  # the product when only the query moves on
    st.markdown(words("Turning", reading=reading, alone=alone))
    return partial(more, words, head, reading)


def more(words: Words, head: Head, reading: PairReading) -> None:
    """Where the numbers come from, and all moves at once."""
    left, right = st.columns(2, gap="large")
    with left:
        facts = {"numerator": 2 * reading.pair, "head_dim": head.dim, "base": head.base, "divided": head.over}
        st.markdown(words("Turning: formula", reading=reading, **facts))
    with right:
        st.markdown(words["Turning: table"])
        st.table(products_after_moves(reading), border="horizontal")
    varies = variation(head_vectors("random", head.dim)[:, 0], reading.offset, head.length, **head.rates)
    facts = {"places": min(head.length, PLACES), "length": head.length, "varies": small(varies)}
    st.markdown(words("Turning: measured", reading=reading, **facts))


def products_after_moves(reading: PairReading) -> pd.DataFrame:
    moves = np.array([*MOVES.values()])  # (moves, 2) tokens
    m, n = reading.m + moves[:, 0], reading.n + moves[:, 1]
    columns = {name: [minus(f"{p:,}") for p in column] for name, column in (("m", m), ("n", n), ("m − n", m - n))}
    products = zip(("pair", "head"), reading.products(*moves.T), strict=True)
    columns |= {f"q · k, {name}": [minus(f"{product:.4f}") for product in column] for name, column in products}
    return pd.DataFrame(columns, index=pd.Index([*MOVES], name="move"))
