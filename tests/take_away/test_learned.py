"""The scripts of the Learned room compute what the room shows of other tables than the sample."""

from itertools import count

import numpy as np
import pytest

from core.schemes.analysis.spectrum import principal_components, strongest_sinusoids
from core.schemes.analysis.table import (
    cosine_means,
    row_norms,
    run_means,
    run_size,
    sinusoidal_table,
    stored,
    table_means,
)
from core.sinusoidal.block_means import block_means
from tests.take_away.running import columns_of_scripts

TURNED = {"base": 500.5, "scale": 2.5}
SHAPES = [(600, 270), (3, 5), (1, 4), (1100, 1030)]


def components(table, count=6):
    principal = principal_components(table, count)
    strongest = strongest_sinusoids(principal, points=512)
    at = principal.positions * strongest.size * np.arange(len(strongest.vectors))
    return {"position": at} | {f"u{number}": vector for number, vector in enumerate(strongest.vectors.T, 1)}


def similarity(table):
    cosines, positions = cosine_means(table, rows=256)
    starts = np.arange(len(cosines)) * positions
    return dict(zip(map(str, starts), cosines, strict=True)) | {"position": starts}


def table_columns(means):
    columns = {str(i * means.dimensions): values for i, values in enumerate(means.values.T)}
    return {"position": np.arange(len(means.values)) * means.positions} | columns


def table_learned(learned, _, **__):
    return table_columns(table_means(learned, rows=256, columns_=256))


def table_sinusoidal(learned, _, **shape):
    means = table_means(learned, rows=256, columns_=256)
    longer = -(-9 * len(means.values) // 8)
    return table_columns(block_means(longer * means.positions, learned.d_model, rows=longer, columns_=256, **shape))


def singular_values(learned, sinusoidal, **_):
    values = [principal_components(table, 1).values for table in (learned, sinusoidal)]
    return {"component": np.arange(1, len(values[0]) + 1), "learned": values[0], "sinusoidal": values[1]}


def norms(learned, sinusoidal, **_):
    size = run_size(learned.length, 512)
    curves = [run_means(row_norms(table), size) for table in (learned, sinusoidal)]
    return {"position": np.arange(0, learned.length, size), "learned": curves[0], "sinusoidal": curves[1]}


EXPECTED = {
    "components_learned": lambda learned, _, **__: components(learned),
    "components_sinusoidal": lambda _, sinusoidal, **__: components(sinusoidal, 4),
    "singular_values": singular_values,
    "table_learned": table_learned,
    "table_sinusoidal": table_sinusoidal,
    "norms": norms,
    "similarity_learned": lambda learned, _, **__: similarity(learned),
    "similarity_sinusoidal": lambda _, sinusoidal, **__: similarity(sinusoidal),
}
TABLES = [np.random.default_rng(seed).normal(size=shape) for seed, shape in enumerate(SHAPES)]
LARGE = len(SHAPES) - 1  # index of the table whose rows are averaged before they are decomposed
CASES = [
    (key, index, turned)
    for key in EXPECTED
    for index, turned in [(0, TURNED), (1, {}), (2, {}), (LARGE, {})]
    if index < LARGE or key == "components_learned"
]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder, files = tmp_path_factory.mktemp("tables"), []
    for number, table in zip(count(), TABLES):
        np.save(folder / f"{number}.npy", table)
        files.append({"file": str(folder / f"{number}.npy")})
    return columns_of_scripts([drawing(key, files[index] | turned) for key, index, turned in CASES])


def drawing(key, values):
    """The script of a picture with its values; one draws either table."""
    script, _, kind = key.rpartition("_")
    either = kind in ("learned", "sinusoidal")
    return (f"learned/{script}", values | {"kind": kind}) if either else (f"learned/{key}", values)


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{key} {table} {bool(t)}" for key, table, t in CASES])
def test_a_script_computes_what_the_room_shows(index, results):
    key, number, turned = CASES[index]
    learned = stored(TABLES[number])
    expected = EXPECTED[key](learned, sinusoidal_table(learned.length, learned.d_model, **turned), **turned)
    assert results[index].keys() >= expected.keys()
    spectral = key.startswith(("components", "singular"))
    tolerance = 1e-6 if spectral else 1e-11
    for name, values in expected.items():
        sign = np.sign(values @ results[index][name]) if name.startswith("u") else 1  # a half's sum may be rounding
        actual = sign * np.asarray(results[index][name])
        np.testing.assert_allclose(actual, values, rtol=tolerance, atol=tolerance, err_msg=name)
