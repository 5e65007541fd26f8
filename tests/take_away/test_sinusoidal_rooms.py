"""Scripts of the section Sinusoidal where a picture shows means; tests of every picture see the rest."""

import numpy as np
import pytest

from core.similarity import dot_product_curve
from core.sinusoidal.block_means import block_means
from core.sinusoidal.gram import gram
from core.sinusoidal.projections import projected_curve, random_projections
from tests.take_away.calling import columns_of_scripts

SHAPE = {"d_model": 67, "base": 500.5, "scale": 2.5}


def pixels(length, **shape):
    means = block_means(length, rows=340, columns_=768, **shape)
    named = {str(i * means.dimensions): values for i, values in enumerate(means.values.T)}
    return {"position": np.arange(len(means.values)) * means.positions} | named


def similarity(length, curves, normalised=False):
    found = {}
    for name, (d_model, base, scale) in curves.items():
        curve = dot_product_curve(length, d_model, base=base, scale=scale, points=4097)
        found |= {"offset k": curve.offsets, name: curve.values / (d_model // 2 if normalised else 1)}
    return found


def gram_matrix(length, **shape):
    products, positions = gram(length, **shape)
    starts = np.arange(len(products)) * positions
    return dict(zip(map(str, starts), products, strict=True)) | {"position": starts}


def random_head(length, seed, *, d_model, **turning):
    plain = dot_product_curve(length, d_model, **turning, points=1500)
    head = projected_curve(length, random_projections(d_model, seed=seed), **turning)
    return {"offset k": plain.offsets, "plain": plain.values, "random head": head.values}


CURVES = {"512": [512, 1e4, 1.0], "128": [128, 500.5, 8.0]}
CASES = [  # script, what core says, values, tolerance
    ("matrix/pixels", pixels, {"d_model": 2000, "length": 1000, "base": 1e4, "scale": 1.0}, 1e-11),
    ("similarity/similarity", similarity, {"length": 5000, "curves": CURVES, "normalised": True}, 1e-10),
    ("similarity/gram", gram_matrix, SHAPE | {"length": 600}, 1e-10),
    ("similarity/random_head", random_head, SHAPE | {"length": 900, "seed": 5}, 1e-4),  # float32
]


@pytest.fixture(scope="module")
def found():
    return columns_of_scripts([(key, given) for key, _, given, _ in CASES])


@pytest.mark.parametrize("index", range(len(CASES)), ids=[key for key, *_ in CASES])
def test_a_script_averages_as_core_does(index, found):
    _, wanted, given, tolerance = CASES[index]
    expected = wanted(**given)
    assert list(found[index]) == list(expected)
    for name, values in expected.items():
        np.testing.assert_allclose(found[index][name], values, rtol=tolerance, atol=tolerance, err_msg=name)
