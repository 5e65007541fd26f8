"""The scripts of Matrix, Waves, Clocks, Similarity and Shift compute what the rooms show."""

import numpy as np
import pytest

from core.frequencies import wavelengths
from core.numeric.spacing import evenly_spread
from core.schemes.sinusoidal import columns
from core.similarity import dot_product_curve
from core.sinusoidal.block_means import block_means
from core.sinusoidal.counter import bit_wavelengths, bits, matches, negative_half
from core.sinusoidal.dimensions import columns_at
from core.sinusoidal.gram import gram
from core.sinusoidal.hands import hands
from core.sinusoidal.learned_shift import learn_shift
from core.sinusoidal.projections import projected_curve, random_projections
from core.sinusoidal.shift import rotation_blocks, shift_matrix
from tests.take_away.calling import columns_of_scripts

BASIC = {"d_model": 512, "base": 10_000.0, "scale": 1.0}
OTHER = {"d_model": 67, "base": 500.5, "scale": 2.5}
PAIRS = [0, 3, 9, 32]
CURVES = [{"length": 5000, "normalised": True}, {"curves": {"512": [512, 1e4, 1.0], "128": [128, 500.5, 8.0]}}]
FLOAT32 = 1e-4  # of the weights of a random head, relative to scores of about 1


def pixels(length=128, layout="interleaved", **shape):
    means = block_means(length, rows=340, columns_=768, layout=layout, **shape)
    named = {str(i * means.dimensions): values for i, values in enumerate(means.values.T)}
    return {"position": np.arange(len(means.values)) * means.positions} | named


def waves(window=128, dimensions=(0, 1, 92, 93, 194, 195, 510, 511), *, d_model, base, scale):
    at = evenly_spread(window, 1024)
    values = columns_at(at, dimensions, columns(d_model, base=base), scale=scale)
    return {"position": at} | {f"dim {d}": values[:, i] for i, d in enumerate(dimensions)}


def wavelengths_by_pair(length=128, *, d_model, base, scale):
    found = scale * wavelengths(d_model, base)
    columns_ = {"pair": np.arange(len(found)), "wavelength in tokens": found}
    return columns_ | {"turns within max length": length / found}


def cells(ones):
    return {"position": np.arange(32)} | {f"bit {4 - i}": values for i, values in enumerate(np.transpose(ones))}


def counter_bits(**_):
    return cells(bits(32, 5)[:, ::-1])


def counter_waves(**_):
    return cells(negative_half(np.arange(32), bit_wavelengths(5)[::-1]))


def counter_pairs(**shape):
    return cells(negative_half(np.arange(32), [match.wavelength for match in matches(32, 5, **shape)[::-1]]))


def clocks(position=7, offset=3, pairs=(0, 23, 46, 70, 93, 116, 139, 162, 185, 209, 232, 255), **shape):
    at = hands(position, pairs, offset=offset, **shape)
    names = ("pair", "period (tokens)", "turns so far", "angle (°)", "ghost (°)")
    return dict(zip(names, (at.pairs, at.periods, at.turns, at.angles, at.ahead), strict=True))


def similarity(length=128, normalised=False, curves=None, **shape):
    found = {}
    for name, (d_model, base, scale) in (curves or {"own": shape.values()}).items():
        curve = dot_product_curve(length, d_model, base=base, scale=scale, points=4097)
        found |= {"offset k": curve.offsets, name: curve.values / (d_model // 2 if normalised else 1)}
    return found


def gram_matrix(length=128, normalised=False, **shape):
    products, positions = gram(length, **shape)
    starts = np.arange(len(products)) * positions
    return dict(zip(map(str, starts), products / (shape["d_model"] // 2 if normalised else 1), strict=True)) | {
        "position": starts
    }


def random_head(length=128, seed=0, normalised=False, *, d_model, **turning):
    plain = dot_product_curve(length, d_model, **turning)
    head = projected_curve(length, random_projections(d_model, seed=seed), **turning).values
    sizes = (d_model // 2, np.abs(head).max()) if normalised else (1, 1)
    return {"offset k": plain.offsets, "plain": plain.values / sizes[0], "random head": head / sizes[1]}


def square(matrix, dimensions):
    return {"dimension": dimensions} | dict(zip(map(str, dimensions), matrix.T, strict=True))


def rotation(offset=7, **shape):
    blocks = rotation_blocks(offset, **shape)
    pairs = evenly_spread(len(blocks), 16)
    return square(shift_matrix(blocks[pairs]), np.stack([2 * pairs, 2 * pairs + 1], axis=1).ravel())


def learned(part):
    def matrix(offset=7, **shape):
        found = learn_shift(offset, **shape)
        own = {"true": found.rotation, "both": found.both.matrix, "sines": found.sines.matrix}[part]
        return square(own, found.dimensions[:: 2 if part == "sines" else 1])

    return matrix


CASES = [
    (key, wanted, given, tolerance)
    for key, wanted, tolerance, others in (
        ("matrix/pixels", pixels, 1e-11, [OTHER | {"length": 1000, "layout": "fairseq"}, {"d_model": 2000}]),
        ("waves/waves", waves, 1e-11, [OTHER | {"window": 3000, "dimensions": [0, 5, 66]}]),
        ("waves/wavelengths", wavelengths_by_pair, 1e-11, [OTHER | {"length": 40}]),
        ("waves/counter_bits", counter_bits, 0, []),
        ("waves/counter_waves", counter_waves, 0, []),
        ("waves/counter_pairs", counter_pairs, 0, [OTHER | {"scale": 1.0}, {"d_model": 2, "scale": 3.0}]),
        ("clocks/clocks", clocks, 1e-11, [OTHER | {"position": 35.25, "offset": -50, "pairs": PAIRS}]),
        ("similarity/similarity", similarity, 1e-10, CURVES),
        ("similarity/gram", gram_matrix, 1e-10, [OTHER | {"length": 600, "normalised": True}]),
        ("similarity/random_head", random_head, FLOAT32, [OTHER | {"length": 900, "seed": 5, "normalised": True}]),
        ("shift/rotation", rotation, 1e-11, [OTHER | {"offset": -50}]),
        ("shift/learned_true", learned("true"), 1e-11, [OTHER | {"offset": -50}]),
        ("shift/learned_both", learned("both"), 1e-9, [OTHER | {"offset": -50}]),
        ("shift/learned_sines", learned("sines"), 1e-9, [OTHER | {"offset": -50}]),
    )
    for given in [{}, *others]
]


@pytest.fixture(scope="module")
def found():
    return columns_of_scripts([(key, given) for key, _, given, _ in CASES])


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{key} {given}" for key, _, given, _ in CASES])
def test_a_script_computes_what_the_room_shows(index, found):
    _, wanted, given, tolerance = CASES[index]
    expected = wanted(**BASIC | given)
    assert list(found[index]) == list(expected)
    for name, values in expected.items():
        np.testing.assert_allclose(found[index][name], values, rtol=tolerance, atol=tolerance, err_msg=name)
