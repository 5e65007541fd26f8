"""The scripts of the RoPE room compute what the room shows."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.schemes.analysis.rotary import (
    head_vectors,
    pair_products,
    rotary_features,
    score_curve,
    scores_at,
    upper_bound,
)
from core.schemes.analysis.rotary_layouts import to_interleaved
from core.schemes.analysis.rotary_values import attention_drift
from core.schemes.rope import rope
from tests.take_away.calling import columns_of_scripts

SETTINGS = [{}, {"head_dim": 6, "length": 5000, "base": 500.5, "scale": 4.0}]
DEFAULTS = {"head_dim": 64, "length": 128, "base": 10_000.0, "scale": 1.0}


def rotation(head_dim, length, base, scale, m=12, n=5, **_):
    frequencies = inverse_frequencies(head_dim, base) / scale
    one = [1.0, 0.0]
    products = [scores_at(one, one, [m], [n], base=base, scale=1 / frequency)[0] for frequency in frequencies]
    turned = {f"{name} has turned (°)": np.degrees(at * frequencies) for name, at in (("q", m), ("k", n))}
    return {"pair": np.arange(head_dim // 2), "radians per token": frequencies} | turned | {"q · k": products}


def scores(head_dim, length, base, scale, vectors="ones"):
    products = pair_products(*head_vectors(vectors, head_dim))[0]
    curve = score_curve(products, length, base=base, scale=scale)
    bound = upper_bound(products, curve.offsets, base=base, scale=scale)
    return {"offset": curve.offsets, "score": curve.values, "upper bound": bound}


def permutation(head_dim, **_):
    return {"interleaved": np.arange(head_dim), "half": to_interleaved(head_dim)}


def layouts(head_dim, length, base, scale):
    vectors = head_vectors("random", head_dim)[:, 0]
    forms = {
        "permuted, half": (vectors[:, np.argsort(to_interleaved(head_dim))], "half"),
        "interleaved, as trained": (vectors, "interleaved"),
        "not permuted, half": (vectors, "half"),
    }
    curves = {
        name: score_curve(pair_products(*given[:, None], layout=layout)[0], length, base=base, scale=scale)
        for name, (given, layout) in forms.items()
    }
    return {"offset": curves["not permuted, half"].offsets} | {name: c.values for name, c in curves.items()}


def features(head_dim, length, base, scale, rotary=0.25):
    turned = rope(
        np.ones((length, head_dim)), length, rotary_dim=rotary_features(head_dim, rotary), base=base, scale=scale
    )
    return {f"feature {feature}": values for feature, values in enumerate(turned.T)}


def partial(head_dim, length, base, scale):
    ones, columns = np.ones((1, head_dim)), {}
    for turning in dict.fromkeys(rotary_features(head_dim, part) for part in (1, 0.75, 0.5, 0.25)):
        products = pair_products(ones, ones, rotary_dim=turning)[0]
        curve = score_curve(products, length, still=head_dim - turning, base=base, scale=scale)
        columns |= {"offset": curve.offsets, f"{turning} turn": curve.values}
    return columns


def values(head_dim, base, scale, shifts=128, **_):
    found = attention_drift(np.arange(shifts), head_dim, base=base, scale=scale)
    names = ("queries and keys turned", "values turned too", "values turned, output turned back")
    return {"shift": np.arange(shifts)} | dict(zip(names, (found.kept, found.turned, found.restored), strict=True))


CASES = [
    (key, wanted, given)
    for key, wanted, own in (
        ("rotation", rotation, [{"m": 100, "n": 3}]),
        ("scores", scores, [{"vectors": "random"}, {"vectors": "copied"}]),
        ("bound", scores, [{"vectors": "random"}]),
        ("permutation", permutation, []),
        ("layouts", layouts, []),
        ("features", features, [{"rotary": 0.75}]),
        ("partial", partial, []),
        ("values", values, [{"shifts": 5}]),
    )
    for given in [*SETTINGS, *own]
]


@pytest.fixture(scope="module")
def found():
    return columns_of_scripts([(f"rope/{key}", given) for key, _, given in CASES])


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{key} {given}" for key, _, given in CASES])
def test_a_script_computes_what_the_room_shows(index, found):
    key, wanted, given = CASES[index]
    columns = wanted(**DEFAULTS | ({"length": 64} if key == "features" else {}) | given)
    assert found[index].keys() == columns.keys()
    for name, values_ in columns.items():
        np.testing.assert_allclose(found[index][name], values_, rtol=1e-10, atol=1e-10, err_msg=name)
