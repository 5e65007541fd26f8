from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.parameter import LENGTH, Choice, Parameter
from core.numeric.spacing import evenly_spread
from core.schemes import SCHEMES
from core.schemes.analysis.bias_weights import (
    bias_by_distance,
    half_weight_distances,
    softmax_mass,
    spaced_distances,
)
from core.schemes.analysis.offset_groups import shared_groups
from core.schemes.bias import HEADS
from core.schemes.scheme import Family
from figures.schemes.bias_by_head import head_curves, head_heatmap
from figures.schemes.offset_groups import group_stairs
from pages.shared import chart, room
from pages.shared.words import sections

BIASES = {name: scheme for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS}
FIRST, MOST_HEADS = "ALiBi", HEADS.stops[-1]
COLUMNS, POINTS, LINES = 320, 512, 8
FAR = LENGTH.stops[-1]  # tokens

settings, words = room.enter(__file__)
length, query = settings.length, settings.length - 1


def own_parameter(place: st.delta_generator.DeltaGenerator) -> dict[str, Any]:
    """The first parameter of the scheme beside its heads, as the record declares it."""
    parameter = next((p for p in scheme.parameters if p is not HEADS), None)
    if parameter is None:
        return {}
    name, shown = parameter.name, {"help": parameter.meaning, "key": parameter.name, "bind": "query-params"}
    value = scheme.default(parameter)
    match parameter:
        case Choice(options=options):
            value = place.segmented_control(name, options, default=value, required=True, **shown) or value
        case Parameter(stops=stops):
            value = place.select_slider(name, stops, value=int(value), width=190, **shown)
    return {name: value}


controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
name = controls.segmented_control(
    "scheme", list(BIASES), default=FIRST, key="scheme", bind="query-params", required=True
)
scheme = BIASES[name or FIRST]  # an empty word in the address is no choice
heads = controls.select_slider(
    "heads", range(1, MOST_HEADS + 1), 8, help=HEADS.meaning, key="heads", bind="query-params", width=190
)
chosen = own_parameter(controls)
lesson = sections(scheme.explanation)
last = max(query, FAR - 1) if scheme.relative else query  # keys beyond the text exist only for a relative bias
halves = half_weight_distances(scheme, heads, query=query, last=last, **chosen)
mass = softmax_mass(scheme, length, heads, **chosen)
picked = evenly_spread(heads, LINES)  # heads with a curve of their own


def biases(distances: Any) -> Any:
    return bias_by_distance(scheme, distances, heads, query=query, **chosen)


def metrics() -> None:
    """The head that looks nearest and the one that looks farthest, by where their weight halves."""
    order = np.argsort(np.where(np.isnan(halves), np.inf, halves), kind="stable")
    keys = mass.reaching(0.5) + 1
    with st.grid(4, min_column_width=150, gap="small"):
        for title, head in (("shortest", order[0]), ("longest", order[-1])):
            half, beyond = halves[head], ", beyond view" if halves[head] > query else ""
            metric(
                f"Weight halves, {title}",
                "never" if np.isnan(half) else tokens(half),
                f"head {head + 1}, up to {last:,}" if np.isnan(half) else f"head {head + 1}{beyond}",
            )
            metric(f"Half the attention, head {head + 1}", f"{keys[head]:,}", f"nearest of {length:,} keys")


def metric(label: str, value: str, note: str) -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow="off")


def tokens(distance: float) -> str:
    if np.isnan(distance):
        return "no distance"
    return f"{distance:,.0f} tokens" if distance >= 1000 else f"{distance:.3g} token{'' if distance == 1 else 's'}"


def facts() -> dict[str, Any]:
    head, distance = (heads + 1) // 2, min(16, query)
    own, bias = biases([0, distance])[head - 1]
    say = {"scheme": scheme.name, "head": head, "heads": heads, "distance": distance, "length": length}
    say |= {"query": query, "bias": bias + 0.0, "drop": bias - own + 0.0, "ratio": np.exp(bias - own)}
    say |= {"first": tokens(halves[0]), "last": tokens(halves[-1]), "lines": len(picked)}
    written = scheme.substituted(distance, query, heads, head, **chosen) if scheme.substituted else ""
    return say | {"formula": written, "grouped": ", ".join(n for n, s in BIASES.items() if s.groups)}


def by_head(distances: Any, values: Any) -> pd.DataFrame:
    return pd.DataFrame({"distance": distances} | {f"head {h + 1}": row for h, row in enumerate(values)})


def show_bias(say: dict[str, Any]) -> None:
    near, far = spaced_distances(query, most=COLUMNS, first=1), line_distances()
    left, right = st.columns(2, gap="medium")
    with left:
        figure = head_heatmap(biases(near), near, halves, palette=chart.palette(), ring=words["Ring"])
        table = by_head(near, biases(near))
        chart.show(figure, alt=words["Heatmap: alt"].format(**say), table=table.copy, key="bias_heatmap")
    with right:
        lines = biases(far)
        figure = head_curves(lines[picked], far, picked + 1, palette=chart.palette(), y="bias")
        chart.show(
            figure, alt=words["Curves: alt"].format(**say), table=lambda: by_head(far, lines), key="bias_curves"
        )
    st.markdown(words["Bias"].format(**say))


def line_distances() -> Any:
    """Dense near the query, where steps are, and even beyond."""
    return np.union1d(spaced_distances(query, most=POINTS // 2), evenly_spread(length, POINTS))


def show_mass(say: dict[str, Any]) -> None:
    near = spaced_distances(query, most=POINTS, first=1)
    values = biases(np.append(near, 0))
    ratios = np.exp(values[:, :-1] - values[:, -1:])
    left, right = st.columns(2, gap="medium")
    shared = {"palette": chart.palette(), "log_x": True, "level": 0.5}
    with left:
        figure = head_curves(
            ratios[picked], near, picked + 1, y="weight ÷ weight at distance 0", rings=halves[picked], **shared
        )
        chart.show(
            figure, alt=words["Weight: alt"].format(**say), table=lambda: by_head(near, ratios), key="weight"
        )
    with right:
        within = mass.at(near)
        figure = head_curves(
            within[picked], near, picked + 1, y="attention at this distance or nearer", percent=True, **shared
        )
        chart.show(figure, alt=words["Mass: alt"].format(**say), table=lambda: by_head(near, within), key="mass")
    st.markdown(words["Mass"].format(**say))
    st.dataframe(per_head(say["distance"]), hide_index=True, alt=words["Heads: alt"].format(**say))


def per_head(distance: int) -> pd.DataFrame:
    columns = {"head": np.arange(1, heads + 1), f"bias at {distance}": biases([distance])[:, 0]}
    columns |= {"weight halves at (tokens)": halves.round(2)}
    columns |= {f"{share:.0%} within (keys)": mass.reaching(share) + 1 for share in (0.5, 0.9, 0.99)}
    return pd.DataFrame(columns | {"on itself (%)": (100 * mass.within[:, 0]).round(2)})


def show_groups(say: dict[str, Any]) -> None:
    groups = shared_groups(scheme, **chosen)
    if not groups or scheme.groups is None:
        st.info(words["No groups"].format(**say))
        return
    edges = [abs(edge) for group in groups for edge in (group.first, group.last) if edge is not None]
    reach = max(edges) * 5 // 4 + 2
    offsets = np.arange(-reach, reach + 1)
    numbers = scheme.groups(offsets, **chosen)
    inside = np.clip(offsets, -query, query)
    say |= {"count": len(groups), "used": len(set(scheme.groups(inside, **chosen))), "edge": max(edges)}
    say |= {"unmet": ", ".join(str(n) for n in range(numbers.max()) if n not in numbers)}
    left, right = st.columns([3, 2], gap="medium")
    ends = {"first": [group.first for group in groups], "last": [group.last for group in groups]}
    shown = {
        f"{end} offset": ["no end" if k is None else f"{k:,}".replace("-", "−") for k in ks]
        for end, ks in ends.items()
    }
    table = pd.DataFrame({"number": [group.number for group in groups]} | shown)
    with left:
        figure = group_stairs(offsets, numbers, palette=chart.palette(), y="which number", length=length)
        chart.show(figure, alt=words["Groups: alt"].format(**say), table=table.copy, key="groups")
    with right:
        st.markdown(words["Groups"].format(**say))
        if say["unmet"]:
            st.markdown(words["Groups: unmet"].format(**say))
        st.dataframe(table, hide_index=True, height=280, alt=words["Groups: alt"].format(**say))


VIEWS = {"Bias": show_bias, "Softmax mass": show_mass, "Buckets": show_groups}

st.markdown(lesson["What it does"])
st.caption(lesson["Numbers shown"])
if query:
    metrics()
    tabs = st.tabs(list(VIEWS), key="bias_view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view(facts())
    st.markdown(words["Formula"].format(**facts()))
else:
    st.info(words["One key"])
room.close(words)
