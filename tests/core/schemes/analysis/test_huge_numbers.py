"""Tables whose numbers are too large or too small for their own squares are refused; all others are measured."""

import io

import numpy as np
import pytest

from core.schemes.analysis.spectrum import spectrum
from core.schemes.analysis.table import norm_curve, read_row, row_cosines, table_means, usual_size
from core.schemes.analysis.table_file import TableError, tables, tensors
from core.schemes.analysis.table_file.tensor import LARGEST

pytestmark = pytest.mark.filterwarnings("error")
WIDEST = np.longdouble
SHAPES = [(1, 1), (5, 3), (3, 5), (40, 8)]


def npy(values):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, values)
    return stream.getvalue()


def read(name, data):
    (tensor,) = tables(tensors(name, data)).values()
    return tensor.table()


def measures(table):
    found = spectrum(table, count=6, points=512)
    curve, cosines = norm_curve(table, points=512), row_cosines(table, rows=256)
    row = read_row(table, table.length - 1)
    numbers = [found.components.values, found.strongest.vectors, curve.values, cosines.values, [row.norm]]
    return np.concatenate([np.ravel(each) for each in [*numbers, table_means(table, rows=9, columns_=9).values]])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [1e153, 1e154, 1e200, 1.7e308, 3e-160, 5e-324])
@pytest.mark.parametrize("dtype", [np.float64, WIDEST])
def test_the_file_is_refused_by_name_and_with_the_bound(shape, size, dtype):
    values = (np.random.default_rng(0).uniform(0.5, 1, shape) * size).astype(dtype)
    with pytest.raises(TableError, match=r"^t\.npy holds .*e"):
        read("t.npy", npy(values))
    text = "\n".join(",".join(map(repr, row)) for row in values.astype(float).tolist()).encode()
    with pytest.raises(TableError, match=r"^t\.csv holds .*e"):
        read("t.csv", text)


def test_a_number_beyond_float64_is_refused():
    with pytest.raises(TableError, match="holds inf"):
        read("t.npy", npy(np.full((2, 2), WIDEST("1e400"))))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [LARGEST, 1, 2 / LARGEST, 0])
def test_all_others_are_measured(shape, size):
    table = read("t.npy", npy(np.random.default_rng(0).uniform(0.5, 1, shape) * size))
    assert np.isfinite(measures(table)).all()
    assert np.isfinite(usual_size(table.block(slice(None), slice(None))))
