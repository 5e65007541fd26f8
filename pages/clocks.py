import pandas as pd
import streamlit as st

from components.pictures.clocks import clocks
from core.inputs.parameter import LENGTH
from core.schemes.sinusoidal import columns, sinusoidal, substituted
from core.sinusoidal.hands import Hands, complete_turns, hands, pairs_shown
from figures import theme
from pages.shared import address, room
from pages.shared.views import one_of

COUNTS = (1, 2, 4, 8, 12, 16, 24, 32, 48, 64)
FARTHEST = LENGTH.stops[-1]
FORMATS = {
    "pair": None,
    "period (tokens)": "%.6g",
    "turns so far": "%.6g",
    "angle (°)": "%.5g",
    "ghost (°)": "%.5g",
}


def keep() -> None:
    address.keep("clocks", "position", "offset", "pair")


def table(at: Hands) -> None:
    values = (at.pairs, at.periods, at.turns, at.angles, at.ahead)
    number = st.column_config.NumberColumn
    st.dataframe(
        pd.DataFrame(dict(zip(FORMATS, values, strict=True))),
        hide_index=True,
        height="content" if len(at.pairs) <= 12 else 460,
        column_config={name: number(format=form, help=words[name]) for name, form in FORMATS.items()},
    )


settings, words = room.enter(__file__)
if settings.d_model == 1:
    st.info(words["No pair"])
    room.close(words)
    st.stop()

how_many, which, start = st.columns(3, gap="medium")
count = how_many.select_slider("Clocks", COUNTS, value=12, key="clocks_shown", bind="query-params")
choice = one_of("Pairs", ["spread", "neighbours"], key="pairs", place=which)
first = start.number_input("First pair", 0, 8191, 0, key="first_pair", bind="query-params")

d_model, length, shape = settings.d_model, settings.length, {"base": settings.base, "scale": settings.scale}
shown = pairs_shown(d_model, count, first=first, spread=choice == "spread")
asked = address.whole("pair", int(shown[len(shown) // 8]), 0, FARTHEST)
pair = int(min(shown, key=lambda shown_pair: abs(shown_pair - asked)))
wanted = round(address.number("position", 7, 0, FARTHEST - 1), 2)  # kept where the table ends before it
position = min(wanted, length - 1)
offset = address.whole("offset", 3, -FARTHEST, FARTHEST)
at = hands(position, shown, d_model, offset=offset, **shape)

column = columns(d_model, base=settings.base)
row = sinusoidal([position], d_model, **shape)[0]
cells = (2 * pair, 2 * pair + 1)
formulas = [f"{substituted(position, cell, column, **shape)} = {row[cell]:.4f}" for cell in cells]
numbers = {
    "position": position,
    "pair": pair,
    "offset": offset,
    "ghost": position + offset,
    "one": hands(position, [pair], d_model, offset=offset, **shape),
    "radians": offset * at.frequencies[shown == pair][0],
    "complete": complete_turns(length, d_model, **shape),
    "all": d_model // 2,
    "length": length,
    "shown": shown,
    "count": len(shown),
    "slowest": shown[-1],
}
said = {name: words[name].format(**numbers).replace("-", "−") for name in ("Heading", "Reading", "Ghost", "Alt")}

if length == 1:
    st.info(words["One position"])
clocks(
    at,
    view={"position": wanted, "offset": offset, "pair": pair},
    playing="position" not in st.query_params,
    last=length - 1,
    offsets=[stop for stop in LENGTH.stops if stop <= max(length, 16)],
    colours={"sine": theme.SINE, "cosine": theme.COSINE, "ghost": theme.GHOST},
    alt=said["Alt"],
    key="clocks",
    on_rest_change=keep,
)
reading, numbers_shown = st.columns([5, 6], gap="medium")
with reading:
    st.markdown(f"##### {said['Heading']}")
    st.caption(words["Resting"])
    st.markdown(said["Reading"])
    st.markdown("  \n".join(f"`{formula}`" for formula in formulas).replace("-", "−"))  # st.code loads 1.6 MB
    st.markdown(said["Ghost"])
with numbers_shown:
    table(at)
    if d_model % 2:
        st.caption(words["Odd"].format(last=d_model - 1))
room.close(words)
