"""Figures as they are sent to the browser, compared with what Plotly would have sent."""

import hashlib
import re

import numpy as np
import pytest
from plotly.offline import get_plotlyjs_version

from components.kit.wire import pack
from components.pictures.plot import _apart, bundle
from tests.pages.charts import read


def round_trip(figure):
    arrays = {}
    return read(pack({"figure": _apart(figure, arrays), "alt": ""}, arrays)).spec


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"])
@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 3, 4)])
def test_arrays_arrive_as_they_are(dtype, shape):
    values = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    arrived = round_trip({"data": [{"z": values}]})["data"][0]["z"]
    assert arrived.dtype == (np.int16 if len(shape) == 1 and values.itemsize > 2 else values.dtype)
    np.testing.assert_array_equal(arrived, values)


def test_lines_share_the_positions_of_their_axis():
    arrays = {}
    _apart({"data": [{"x": np.arange(9), "y": np.full(9, y)} for y in (0.25, 0.5)]}, arrays)
    assert [array.dtype for array in arrays.values()] == [np.int16, np.float64, np.float64]


@pytest.mark.parametrize(
    ("values", "dtype"), [([0, -(2**31) + 1], "i4"), ([0, 2**31], "f8"), (np.array([0.5], "f2"), "f4")]
)
def test_types_that_the_browser_lacks_become_ones_that_hold_the_values(values, dtype):
    arrived = round_trip({"x": np.asarray(values)})["x"]
    assert arrived.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(arrived, values)


def test_what_is_no_array_of_numbers_is_json_and_no_number_is_null():
    figure = {"text": np.array(["a", "b"]), "empty": np.array([]), "one": np.float32(0.5), "n": np.int64(3)}
    figure |= {"gaps": [1.0, float("nan"), None, float("inf")], "on": np.bool_(True), "pair": (1, "2")}
    assert round_trip(figure) == (
        {"text": ["a", "b"], "empty": [], "one": 0.5, "n": 3, "gaps": [1, None, None, None], "on": True}
        | {"pair": [1, "2"]}
    )


def test_plotlys_script_is_the_published_one():
    # SHA-256 of package/plotly-cartesian.min.js of plotly.js-cartesian-dist-min 4.1.1 on npm
    published = "79542150855a52c567260e3137095dbe2b744e6d702a5cabe67da246942fba7a"
    assert hashlib.sha256(bundle.FILE.read_bytes()).hexdigest() == published
    assert "Permission is hereby granted, free of charge" in (bundle.FILE.parent / "LICENSE").read_text("utf-8")


def test_figures_are_validated_by_the_version_that_draws_them():
    version = re.search(r"v(\d[\d.]+)", bundle.FILE.read_text("utf-8")[:200])[1]
    assert version == bundle.VERSION == get_plotlyjs_version()
