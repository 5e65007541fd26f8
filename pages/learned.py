from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes.analysis.spectrum import (
    PrincipalComponents,
    StrongestSinusoids,
    principal_components,
    share_by_chance,
    strongest_sinusoids,
)
from core.schemes.analysis.table import (
    Table,
    cosine,
    cosine_means,
    neighbour_cosine,
    row_norms,
    run_means,
    run_size,
    sinusoidal_table,
    stored,
    table_means,
    usual_size,
)
from core.schemes.analysis.table_file import MOST_ROWS
from core.schemes.learned import sample
from core.schemes.sinusoidal import columns, substituted
from core.sinusoidal.block_means import block_means
from figures.curves import Line, curves
from figures.schemes.learned import LEARNED, SINUSOIDAL, norm_curves, table_heatmap
from figures.schemes.singular_vectors import SingularVector, singular_vector_rows
from figures.sinusoidal.gram import gram_heatmap
from pages.shared import chart, lesson_link, room, table_upload

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN, POINTS, CELLS, FREQUENCIES = 6, 512, 256, 96  # components, points of a curve, cells a side, bars
SAMPLE = ("sample",)
COLOURS = {"learned": LEARNED, "sinusoidal": SINUSOIDAL}

settings, words = room.enter(__file__)
shape = {"base": settings.base, "scale": settings.scale}


def strongest(table: Table) -> tuple[PrincipalComponents, StrongestSinusoids]:
    found = principal_components(table, SHOWN)
    return found, strongest_sinusoids(found, points=POINTS)


def norms(table: Table) -> tuple[float, float, np.ndarray]:
    found = row_norms(table)
    return found.min(), found.max(), run_means(found, run_size(table.length, POINTS))


MEASURES: dict[str, Callable[[Table], Any]] = {
    "strongest": strongest,
    "norms": norms,
    "means": lambda table: table_means(table, rows=CELLS, columns_=CELLS),
    "cosines": lambda table: cosine_means(table, rows=CELLS),
    "neighbours": neighbour_cosine,
}


@st.cache_resource(max_entries=16, scope="session", show_spinner=words["Measuring"])
def measured(name: str, origin: tuple[Any, ...], _table: Table) -> Any:
    """A measure of a table, kept while its origin is the same: one of 20 MB takes seconds."""
    return MEASURES[name](_table)


def of_both(name: str) -> dict[str, Any]:
    sine_origin = (own.length, own.d_model, *shape.values())
    return {"learned": measured(name, origin, own), "sinusoidal": measured(name, sine_origin, sine)}


def choose() -> tuple[Table, tuple[str, ...]]:
    """The reader's table or the sample, and what tells it from others."""
    line = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    said, refusal = line.empty(), st.empty()  # places of their own: what stands below is not put up anew
    with line.popover(words["Upload"]):
        upload = table_upload.ask(words)
    if upload and upload.table:
        said.markdown(upload.said)
        return upload.table, upload.origin
    table = stored(sample())
    said.markdown(words["Sample"].format(length=table.length, d_model=table.d_model))
    if upload:
        refusal.warning(words["Refused"].format(error=upload.said))
    return table, SAMPLE


def signed(number: float, digits: int) -> str:
    return f"{number:.{digits}f}".replace("-", "−")


def row_of(table: Table, row: int) -> np.ndarray:
    return table.block(slice(row, row + 1), slice(None))[0]


def ask_for_row() -> None:
    field, left, right = st.columns([1, 2, 2], vertical_alignment="center")
    look = {"key": "row", "bind": "query-params", "placeholder": f"{own.length}", "help": words["Row: help"]}
    asked = field.number_input("Row (position)", 0, MOST_ROWS, None, **look)
    row = own.length if asked is None else int(asked)
    if row < own.length:
        other = row - 1 if row else min(1, own.length - 1)
        say = {"row": row, "norm": np.linalg.norm(row_of(own, row)), "other": other}
        alike = signed(cosine(row_of(own, row), row_of(own, other)), 3)
        left.success(words["Row: found"].format(**say, cosine=alike))
    else:
        left.warning(words["Row: missing"].format(row=row, last=own.length - 1))
    computed = row_of(sinusoidal_table(row + 1, own.d_model, **shape), row)
    say = {"row": row, "formula": substituted(row, 0, columns(own.d_model, base=settings.base), **shape)}
    say |= {"value": signed(computed[0], 4), "norm": np.linalg.norm(computed)}
    right.markdown(words["Row: computed"].format(**say))


def spectrum() -> None:
    found = of_both("strongest")
    parts, waves = found["learned"]
    if len(waves.held):
        say = {"held": waves.held[0], "wave": cycles(waves.cycles[0]), "shown": len(waves.held)}
        say |= {"clear": np.count_nonzero(waves.held > 0.5), "length": own.length}
        st.markdown(" ".join(words[part] for part in ("Spectrum", *SAMPLE_ONLY)).format(**say))
    reach = max(waves.cycles_holding(0.95) for _, waves in found.values())
    last = min(max(reach, 8), FREQUENCIES, own.length // 2)
    for place, (kind, one) in zip(st.columns(2, gap="medium"), found.items(), strict=True):
        with place:
            st.markdown(words[f"{kind}: heading"])
            show_components(kind, *one, last)
    if not any(len(waves.held) for _, waves in found.values()):
        return
    n = -(-own.length // parts.positions)
    notes = {
        "Spectrum: caption": True,
        "Spectrum: chance": n > 2,
        "Spectrum: averaged": parts.positions > 1,
        "Points": waves.size > 1,
        "Spectrum: cut": reach > last,
    }
    say = {"chance": share_by_chance(max(n, 3)), "positions": parts.positions, "last": last}
    told = " ".join(words[note] for note, applies in notes.items() if applies)
    st.caption(told.format(**say, points=parts.positions * waves.size))
    singular_values(parts, found["sinusoidal"][0])


def cycles(number: int) -> str:
    return f"{number:,} cycle" if number == 1 else f"{number:,} cycles"


def show_components(kind: str, parts: PrincipalComponents, waves: StrongestSinusoids, last: int) -> None:
    if not len(waves.held):
        st.info(words["No components"])
        return
    peaks = [f"{cycles(number)}: {held:.0%}" for number, held in zip(waves.cycles, waves.held, strict=True)]
    names = [f"u{mark}, σ{mark} = {value:,.3g}" for mark, value in zip("₁₂₃₄₅₆", parts.values, strict=False)]
    each = zip(
        names, peaks, waves.vectors.T, waves.sinusoids.T, waves.cycles, waves.shares[: last + 1].T, strict=False
    )
    rows, step = [SingularVector(*row) for row in each], parts.positions * waves.size
    figure = singular_vector_rows(rows, palette=chart.palette(), colour=COLOURS[kind], step=step, length=own.length)

    def table() -> pd.DataFrame:
        vectors = {f"u{number}": vector for number, vector in enumerate(waves.vectors.T, 1)}
        return pd.DataFrame({"position": step * np.arange(len(waves.vectors))} | vectors)

    say = {"shown": len(peaks), "kind": kind, "length": own.length, "peaks": "; ".join(peaks)}
    chart.show(figure, alt=words["Spectrum: alt"].format(**say), table=table, key=f"components_{kind}")


def singular_values(learned: PrincipalComponents, sinusoidal: PrincipalComponents) -> None:
    first, second = learned.values[0], sinusoidal.values[0]
    number = np.arange(1, len(learned.values) + 1)
    lines = [
        Line("learned", number, learned.values / (first or 1), LEARNED),
        Line("sinusoidal", number, sinusoidal.values / (second or 1), SINUSOIDAL),
    ]
    say = {"count": len(number), "needed": learned.count_holding(0.9), "first": first}
    say |= {"sine_needed": sinusoidal.count_holding(0.9), "sine_first": second}
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(words["Values: heading"])
        figure = curves(lines, palette=chart.palette(), x="component i", y="σᵢ / σ₁", height=300)
        frame = pd.DataFrame({"component": number, "learned": learned.values, "sinusoidal": sinusoidal.values})
        chart.show(figure, alt=words["Values: alt"].format(**say), table=frame.copy, key="singular_values")
    right.markdown(words["Values"].format(**say))
    if np.count_nonzero(learned.values) > 2:
        right.latex(words["Values: formula"].format(*learned.values[:2]))


def heatmaps() -> None:
    means = measured("means", origin, own)
    step, rows = (means.dimensions, means.positions), len(means.values)
    shown = -(-9 * rows // 8)  # rows of the picture, the last of them past the end
    longer = block_means(shown * means.positions, own.d_model, rows=shown, columns_=CELLS, **shape).values
    limits = {"learned": usual_size(means.values), "sinusoidal": 1.0}
    say = {"length": own.length, "d_model": own.d_model, "last": own.length - 1, "limit": limits["learned"]}
    st.markdown(words["Table"].format(**say))
    pictures = zip(st.columns(2, gap="medium"), limits, (means.values, longer), strict=True)
    for place, kind, values in pictures:
        with place:
            st.markdown(words[f"{kind}: heading"])
            figure = table_heatmap(
                values,
                palette=chart.palette(),
                step=step,
                limit=limits[kind],
                length=own.length,
                shown=shown * means.positions,
                beyond=words[f"{kind}: beyond"],
            )
            frame = pd.DataFrame(values, columns=[str(i * means.dimensions) for i in range(values.shape[1])])
            frame.insert(0, "position", np.arange(len(values)) * means.positions)
            chart.show(figure, alt=words["Table: alt"].format(**say), table=frame.copy, key=f"table_{kind}")
    told = " ".join(words[part] for part in ("Table: colours", *(["Table: averaged"] if max(step) > 1 else [])))
    st.caption(told.format(**say, dimensions=means.dimensions, positions=means.positions))
    row_norm_curves()


def row_norm_curves() -> None:
    found, size = of_both("norms"), run_size(own.length, POINTS)
    (least, most, _), (sine_least, sine_most, _) = found.values()
    at = np.arange(0, own.length, size)
    lines = [Line(kind, at, values, COLOURS[kind]) for kind, (_, _, values) in found.items()]
    say = {"least": least, "most": most, "sine_least": sine_least, "sine_most": sine_most, "points": size}
    told = ["Norms", "Norms: differ" if own.d_model % 2 else "Norms: same", *(["Points"] if size > 1 else [])]
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(words["Norms: heading"])
        figure = norm_curves(lines, palette=chart.palette(), x="position (tokens)", y="norm of the row")
        frame = pd.DataFrame({"position": at} | {line.name: line.y for line in lines})
        chart.show(figure, alt=words["Norms: alt"].format(**say), table=frame.copy, key="norms")
    right.markdown(" ".join(words[part] for part in told).format(**say))


def similarity() -> None:
    if own.length == 1:
        st.info(words["Similarity: one row"])
        return
    ends = {kind: (row_of(table, 0), row_of(table, own.length - 1)) for kind, table in TABLES.items()}
    near = {kind: signed(mean, 2) for kind, mean in of_both("neighbours").items()}
    far = {kind: signed(cosine(*rows), 2) for kind, rows in ends.items()}
    st.markdown(words["Similarity"].format(near=near, far=far))
    for place, (kind, (values, positions)) in zip(
        st.columns(2, gap="medium"), of_both("cosines").items(), strict=True
    ):
        with place:
            st.markdown(words[f"{kind}: heading"])
            figure = gram_heatmap(values, positions, palette=chart.palette(), unit="cosine (1)")
            say = {"kind": kind, "length": own.length, "near": near[kind], "far": far[kind]}
            names = [str(i * positions) for i in range(len(values))]
            frame = pd.DataFrame(values, columns=names).assign(position=names)
            alt = words["Similarity: alt"].format(**say)
            chart.show(figure, alt=alt, table=frame.copy, key=f"similarity_{kind}")
            if positions > 1:
                st.caption(words["Similarity: averaged"].format(positions=positions))


own, origin = choose()
sine = sinusoidal_table(own.length, own.d_model, **shape)
TABLES = {"learned": own, "sinusoidal": sine}
SAMPLE_ONLY = ("Spectrum: reason",) if origin == SAMPLE else ()
if lesson_link.offers("row") or "row" in st.query_params:  # or the answer would stand there without its question
    ask_for_row()
for tab, view in zip(
    st.tabs(["Spectrum", "Table", "Similarity"], key="learned_view", bind="query-params", on_change="rerun"),
    (spectrum, heatmaps, similarity),
    strict=True,
):
    if tab.open:
        with tab:
            view()
say = {"length": settings.length, "d_model": settings.d_model, "numbers": settings.length * settings.d_model}
say |= {"rows": own.length, "missing": settings.length - own.length}
told = ("Settings", "Settings: fits" if settings.length <= own.length else "Settings: beyond")
st.markdown(" ".join(words[part] for part in told).format(**say))
room.close(words)
