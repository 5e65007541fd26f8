"""Each picture is its columns: what answers to the pointer stands in the table that is offered beside it.

What does not answer is a guide, such as a circle, a level or a shadow.
"""

import re

import numpy as np
import pandas as pd
import pytest

from components.kit import run_record
from core.inputs.settings import Settings
from core.schemes import SCHEMES
from core.schemes.analysis.bias_weights import bias_by_distance
from pages.shared.contents import ROOMS
from tests.pages.charts import read
from tests.pages.views import VIEWS
from tests.support.rooms import visit

SWEEP = [(stem, place) for stem in ROOMS for place, _ in enumerate(VIEWS.get(stem, [{}]))]
NAMED = re.compile(r"%\{(x|y|z|customdata)(?:\[(\d)\])?(?::([^}]*))?\}")
FEW = 12  # points that may be of several columns: marks, one a line
WIRE = 3e-7  # pictures are sent as float32


@pytest.mark.parametrize(("stem", "place"), SWEEP)
def test_what_answers_to_the_pointer_is_in_the_table(stem, place):
    query = VIEWS.get(stem, [{}])[place]
    with run_record.all_runs() as records:
        visit(stem, query, more=True)
    record = records[-1]
    for key, picture in record.pictures.items():
        name = record.table_of(key)
        assert name, f"{key} has no table"
        if picture.markup.name == "plot":
            table = columns(record.tables[name]())
            for trace in read(picture.data).spec["data"]:
                expect_told(trace, table, key, query)


def expect_told(trace, table, key, query):
    """Numbers that a label of the trace names are in the table, or follow from it by the law of the picture."""
    told = {} if trace.get("hoverinfo") == "skip" else numbers(trace)
    law = LAWS.get((key, trace["type"])) or LAWS.get((key.partition("_")[0], trace["type"]))
    for axis, values in told.items():
        if not is_in(values, table):
            assert law, (key, trace.get("name"), axis, "is drawn and not in the table", [*table])
            law(trace, table, query)
            return


def columns(frame):
    """The numeric columns of a table."""
    numeric = {name: as_numbers(column) for name, column in pd.DataFrame(frame).items()}
    return {name: column for name, column in numeric.items() if column is not None}


def as_numbers(values):
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        return None


def numbers(trace):
    """What the label of a point says, by axis; a label without a template says x and y."""
    template = trace.get("hovertemplate", "%{x}%{y}" if trace.get("hoverinfo") != "text" else "")
    told = {}
    for axis, index, form in NAMED.findall(template):
        values = as_numbers(trace.get(axis, [])) if trace["type"] != "heatmap" or axis in "zcustomdata" else None
        if values is None or not values.size:
            continue
        values = values[..., int(index)] if index and values.ndim > 1 else values
        told[axis] = np.round(values) if form.endswith(".0f") else values
    return told


def is_in(values, table):
    """Whether numbers are of one column; rows or columns of a matrix each of one; few marks of any."""
    if values.ndim == 2:
        return any(all(is_in(row, table) for row in each) for each in (values, values.T))
    finite = values[np.isfinite(values)]
    if finite.size <= FEW:
        return all(
            any(covers(column, finite[[place]]) for column in table.values()) for place in range(finite.size)
        )
    return any(covers(column, finite) for column in table.values())


def covers(column, values):
    column = np.sort(column[np.isfinite(column)])
    if not column.size:
        return False
    above = np.searchsorted(column, values).clip(1, max(column.size - 1, 1))
    near = np.minimum(abs(column[above - 1] - values), abs(column[above.clip(max=column.size - 1)] - values))
    return bool((near <= WIRE * (np.abs(values) + np.abs(column).max())).all())


def head_columns(table):
    return [values for name, values in table.items() if name.startswith("head ")]


def on_a_head(trace, table, _):
    """A ring lies on the line of its head."""
    for head, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True):
        assert np.interp(x, table["distance"], head_columns(table)[head - 1]) == pytest.approx(y, abs=0.02)


def halved(trace, table, query):
    """A ring stands where the weight is half of that at distance 0."""
    scheme = SCHEMES[query.get("scheme", "ALiBi")]
    heads = head_columns(table)
    at_0 = bias_by_distance(scheme, np.zeros(1, int), len(heads), query=Settings().length - 1)[:, 0]
    for head, x in zip(np.asarray(trace["y"], int), trace["x"], strict=True):
        fall = at_0[head - 1] - np.interp(x, table["distance"], heads[head - 1])
        assert fall == pytest.approx(np.log(2), abs=0.02)


def mean_of_cells(trace, table, _):
    """A strip has whole percents for each run of positions; the table, their mean for a pair."""
    percents = np.asarray(trace["z"], float).mean(axis=0)
    assert any(np.allclose(percents, each, atol=0.5) for name, each in table.items() if name.endswith("(%)"))


def turns_of_a_rate(trace, table, _):
    rates = table["radians per token"] / (2 * np.pi)
    x, y = np.asarray(trace["x"], float), np.asarray(trace["y"], float)
    assert any(np.allclose(y, rate * x, rtol=1e-5, atol=1e-6) for rate in rates)


def on_the_signal(trace, table, _):
    found = np.interp(trace["x"], table["place"], table["signal"])
    assert np.abs(found - trace["y"]).max() < 0.05


def share_of_power(trace, table, _):
    vectors = [values for name, values in table.items() if name.startswith("u")]
    bars = np.asarray(trace["customdata"], float).reshape(len(vectors), -1)
    for vector, shares in zip(vectors, bars, strict=True):
        power = np.abs(np.fft.rfft(vector)) ** 2 * np.array([1, *[2] * (len(vector) // 2 - 1), 1])
        np.testing.assert_allclose(shares, (power / power.sum())[: len(shares)], atol=1e-4)


def middles_of_runs(trace, table, _):
    """On a logarithmic axis; the exact score is a line from end to end."""
    first, after = table["first query"], table["last query"] + 1
    wanted = [first[0], after[-1]] if trace["name"] == "exact" else np.sqrt(first * after)
    np.testing.assert_allclose(trace["x"], wanted, rtol=WIRE)


def two_rows_and_their_difference(trace, table, _):
    first, second, difference = np.asarray(trace["z"], float)
    assert is_in(np.stack([first, second]), table)
    np.testing.assert_allclose(difference, second - first, atol=1e-5)


def of_both_heads(trace, table, _):
    wavelengths = np.concatenate([values for name, values in table.items() if name.endswith("wavelength")])
    assert covers(wavelengths, np.asarray(trace["x"], float))


def length_of_an_arrow(trace, table, _):
    lengths = np.hypot(table["row"], table["column"])
    assert is_in(np.asarray(trace["customdata"], float), {"length": lengths})


LAWS = {  # key of a picture, or how it begins, and type of a trace → what else is drawn of its table
    ("bias_heatmap", "scatter"): halved,
    ("weight", "scatter"): on_a_head,
    ("mass", "scatter"): on_a_head,
    ("coverage", "heatmap"): mean_of_cells,
    ("turns", "scatter"): turns_of_a_rate,
    ("signal_fit", "scatter"): on_the_signal,
    ("octaves_fit", "scatter"): on_the_signal,
    ("components", "bar"): share_of_power,
    ("score_drift", "scatter"): middles_of_runs,
    ("token_rows", "heatmap"): two_rows_and_their_difference,
    ("pair_axes", "scatter"): of_both_heads,
    ("wheel", "scatter"): length_of_an_arrow,
}
