"""The mathematics of the browser against core, over random settings and the ends of their ranges.

Both compute in float64. An angle is known only to a few units in its last place, since its frequency is; hence the
tolerance of 1e-12 + 8 eps |angle| for one oscillation.
"""

from dataclasses import asdict

import numpy as np
import pytest

from core.numeric.curve import evenly_spread, runs_about_zero
from core.numeric.sums import attenuation
from core.schemes.rope import rope
from core.schemes.sinusoidal import LAYOUTS, columns, sinusoidal
from core.similarity import dot_product_curve
from core.sinusoidal.block_means import block_means
from core.sinusoidal.dimensions import columns_at, contrasting_dimensions
from core.sinusoidal.gram import gram
from core.sinusoidal.hands import complete_turns, pairs_shown
from tests.browser.module import run_kit

EPS = np.finfo(float).eps
EDGES = [(1, 1), (1, 7), (2, 1), (2, 2), (3, 2), (5, 1000), (769, 341), (1025, 128), (16_384, 1_048_576)]
LARGEST_ODD = 16_383, 1_048_575
STRIDE = 7  # between compared pairs, where there are too many to compare all


def samples(seed, count=24):
    """Settings: the edges, then random ones."""
    random = np.random.default_rng(seed)
    sizes = [*EDGES, LARGEST_ODD]
    sizes += [(int(2 ** random.uniform(0, 11)), int(2 ** random.uniform(0, 20))) for _ in range(count)]
    return [
        {"d_model": d_model, "length": length, "base": base, "scale": scale}
        for d_model, length in sizes
        for base, scale in [(float(10 ** random.uniform(0.1, 7)), float(random.choice([1, 3, 0.1, 64, 7.5])))]
    ]


def shape(settings):
    return {name: settings[name] for name in ("base", "scale")}


def within(angle, terms=1):
    """Tolerance of a sum of `terms` oscillations with angles up to `angle`, radians."""
    return terms * (1e-12 + 8 * EPS * angle)


def form(layout):
    return asdict(LAYOUTS[layout])


def call(page, body, cases):
    """`each` is one of the cases; typed arrays come back as lists."""
    plain = "(_, value) => (ArrayBuffer.isView(value) ? [...value] : value)"
    return run_kit(
        page,
        "encoding",
        f"return inputs.cases.map((each) => JSON.parse(JSON.stringify((() => {{ {body} }})(), {plain})));",
        cases=cases,
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_are_those_of_core(page, layout):
    cases = samples(1)
    js_columns = call(page, "return module.columns(each);", [{**case, "layout": form(layout)} for case in cases])
    for case, column in zip(cases, js_columns, strict=True):
        expected = columns(case["d_model"], base=case["base"], layout=layout)
        np.testing.assert_allclose(column["frequencies"], expected.frequencies, rtol=4 * EPS)
        assert column["functions"] == expected.functions.tolist()
        assert column["numerators"] == expected.numerators.tolist()
        assert column["denominator"] == expected.denominator


@pytest.mark.parametrize("layout", LAYOUTS)
def test_means_of_blocks_are_those_of_core(page, layout):
    cases = [{**case, "layout": form(layout), "most": {"rows": 40, "columns": 48}} for case in samples(3, 12)]
    js_means = call(page, "return module.blockMeans(each, each.most);", cases)
    for case, means in zip(cases, js_means, strict=True):
        expected = block_means(case["length"], case["d_model"], rows=40, columns_=48, layout=layout, **shape(case))
        assert (means["positions"], means["dimensions"]) == (expected.positions, expected.dimensions)
        assert (means["rows"], means["columns"]) == expected.values.shape
        farthest = (case["length"] + 2) / case["scale"]
        np.testing.assert_allclose(means["values"], expected.values.ravel(), rtol=0, atol=within(farthest))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_single_cells_are_those_of_core(page, layout):
    cases = []
    for i, case in enumerate(samples(4)):
        random = np.random.default_rng(i)
        case |= {"at": [int(random.integers(case["length"])), int(random.integers(case["d_model"]))]}
        cases.append({**case, "layout": form(layout)})
    js_cells = call(page, "return module.cell({ ...each, ...module.columns(each) }, ...each.at);", cases)
    for case, value in zip(cases, js_cells, strict=True):
        position, column = case["at"]
        expected = sinusoidal([position], case["d_model"], layout=layout, **shape(case))[0, column]
        assert value == pytest.approx(expected, abs=within((position + 2) / case["scale"]))


def test_the_mean_of_an_oscillation_shrinks_as_in_core(page):
    random = np.random.default_rng(5)
    cases = [[float(10 ** random.uniform(-9, 1.5)), int(2 ** random.uniform(0, 14))] for _ in range(200)]
    cases += [[2 * np.pi, 4], [2 * np.pi, 5], [np.pi, 2], [1.0, 1]]
    factors = call(page, "return module.attenuation(...each);", cases)
    for (frequency, count), factor in zip(cases, factors, strict=True):
        expected = attenuation(np.array([frequency]), count)[0]
        assert factor == pytest.approx(expected, abs=within(frequency * count))


def test_waves_hands_and_arrows_are_those_of_core(page):
    cases = [{**case, "at": at} for case in samples(6, 12) for at in (0, 7.25, 1885, 1_048_575)]
    body = f"""const every = module.inverseFrequencies(each.d_model, each.base, each.scale);
    const frequencies = every.filter((_, pair) => pair % {STRIDE} === 0);"""
    body += """const wave = (frequency, cosine) => module.valueAt(each.at, { frequency, cosine });
    return [
      module.tips(each.at, frequencies),
      frequencies.map((omega) => [wave(omega, false), wave(omega, true)]),
      frequencies.map((omega) => module.rotate([0.6, 0.8], each.at, omega)),
      frequencies.map((omega) => module.dot([0.6, 0.8], module.rotate([0.6, 0.8], each.at, omega))),
    ];"""
    for case, (tips, values, turned, dots) in zip(cases, call(page, body, cases), strict=True):
        pairs = case["d_model"] // 2
        if not pairs:
            assert tips == values == turned == dots == []
            continue
        table = columns(case["d_model"], base=case["base"])
        expected = columns_at([case["at"]], range(2 * pairs), table, scale=case["scale"])[0].reshape(-1, 2)[
            ::STRIDE
        ]
        atol = within(case["at"] / case["scale"])
        np.testing.assert_allclose(tips, expected, rtol=0, atol=atol)
        np.testing.assert_allclose(values, expected, rtol=0, atol=atol)
        if case["d_model"] % 2:  # rotary heads are even
            continue
        vector = np.repeat([0.6, 0.8], pairs)[None]
        rotated = rope(vector, [case["at"]], **shape(case)).reshape(2, pairs).T[::STRIDE]
        np.testing.assert_allclose(turned, rotated, rtol=0, atol=atol)
        np.testing.assert_allclose(dots, rotated @ [0.6, 0.8], rtol=0, atol=atol)


@pytest.mark.parametrize("points", [1, 2, 100, 1501])
def test_the_curve_of_dot_products_is_that_of_core(page, points):
    cases = samples(9, 12)
    curves = call(page, f"return module.dotProductCurve(each, {points});", cases)
    for case, curve in zip(cases, curves, strict=True):
        expected = dot_product_curve(case["length"], case["d_model"], points=points, **shape(case))
        assert curve["offsets"] == expected.offsets.tolist()
        assert curve["offsets_per_point"] == expected.offsets_per_point
        atol = within(2 * case["length"] / case["scale"], max(1, case["d_model"] // 2))
        np.testing.assert_allclose(curve["values"], expected.values, rtol=0, atol=atol)


def test_runs_about_zero_are_those_of_core(page):
    cases = [[length, points] for length in (1, 2, 9, 128, 1_048_576) for points in (1, 2, 3, 100, 1500)]
    assert call(page, "return module.runsAboutZero(...each);", cases) == [
        list(runs_about_zero(*it)) for it in cases
    ]


def test_the_gram_matrix_is_that_of_core(page):
    cases = [{**case, "cells": cells} for case, cells in zip(samples(10, 10), [1, 2, 16, 30] * 6, strict=False)]
    for case, matrix in zip(cases, call(page, "return module.gram(each, each.cells);", cases), strict=True):
        expected, positions = gram(case["length"], case["d_model"], cells=case["cells"], **shape(case))
        assert (matrix["size"], matrix["positions"]) == (len(expected), positions)
        atol = within(case["length"] / case["scale"], case["d_model"])
        np.testing.assert_allclose(matrix["products"], expected.ravel(), rtol=0, atol=atol)


def test_the_map_holds_the_products_of_turned_vectors(page):
    query, key, frequency = [0.6, 0.8], [0.0, 1.0], 0.37
    cases = [{"query": query, "key": key, "frequency": frequency}]
    [cells] = call(page, "return module.products(each, each.frequency, 100, 40, 9);", cases)
    queries = rope([query] * 9, 100 + np.arange(9), scale=1 / frequency)
    keys = rope([key] * 9, 40 + np.arange(9), scale=1 / frequency)
    np.testing.assert_allclose(cells, queries @ keys.T, rtol=0, atol=within(0.37 * 109))


def test_the_same_pairs_and_dimensions_are_chosen(page):
    spreads = [[count, most] for count in (0, 1, 2, 3, 8, 100, 8192) for most in (1, 2, 5, 12, 64)]
    indices = call(page, "return module.evenlySpread(...each);", spreads)
    assert indices == [evenly_spread(*spread).tolist() for spread in spreads]
    cases = [
        [case["d_model"], count, first, spread, among]
        for case in samples(11, 6)
        for count in (1, 12, 64)
        for first in (0, 3, 8191)
        for spread in (True, False)
        for among in (0, 90, case["d_model"])
    ]
    js_pairs = call(page, "return module.pairsShown(...each);", cases)
    expected = [pairs_shown(*case[:2], first=case[2], is_spread=case[3], among=case[4]) for case in cases]
    assert js_pairs == [pairs.tolist() for pairs in expected]
    turns = "return module.completeTurns(each.length, each);"
    settings = samples(12, 60)
    expected = [complete_turns(case["length"], case["d_model"], **shape(case)) for case in settings]
    assert call(page, turns, settings) == expected
    body = "return module.contrastingDimensions(each.length, module.columns(each), each.scale);"
    for case, dimensions in zip(settings, call(page, body, settings), strict=True):
        table = columns(case["d_model"], base=case["base"])
        assert tuple(dimensions) == contrasting_dimensions(case["length"], table, scale=case["scale"])
