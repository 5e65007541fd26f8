"""Every scheme keeps the promises of its family."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import core.schemes
from core.schemes import SCHEMES
from core.schemes.learned import learned, sample
from core.schemes.scheme import Family
from tests.core.schemes.parameter_ends import parameter_ends

# ---- The promises that all schemes of a family keep, run over the table of contents.

FOLDER = Path(core.schemes.__file__).parent
SHARED = {"scheme", "__init__", "bias"}  # no encoding of their own


def of(family):
    members = {name: scheme for name, scheme in SCHEMES.items() if scheme.family is family}
    return pytest.mark.parametrize("scheme", members.values(), ids=members)


def test_every_scheme_file_is_in_the_table_of_contents():
    files = {path.stem for path in FOLDER.glob("*.py")} - SHARED
    listed = {Path(inspect.getfile(inspect.unwrap(scheme.function))).stem for scheme in SCHEMES.values()}
    missing = sorted(files - listed)
    assert not missing, f"add a line to core/schemes/__init__.py for {', '.join(missing)}"


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_a_bad_value_of_every_parameter_is_refused_by_name(scheme):
    for parameter in scheme.parameters:
        with pytest.raises(ValueError, match=rf"^{parameter.name} must be .*got"):
            call(scheme, **{parameter.name: "nonsense"})


@of(Family.ADDITIVE)
def test_an_additive_scheme_gives_every_position_its_row(scheme):
    for options in parameter_ends(scheme):
        table = scheme.function(20, 64, **options)
        assert table.shape == (20, 64)
        assert np.isfinite(table).all()
        np.testing.assert_allclose(scheme.function([7, 3], 64, **options), table[[7, 3]], atol=1e-13, rtol=0)
        assert len(np.unique(table.round(9), axis=0)) == 20


@of(Family.NONE)
def test_no_encoding_adds_nothing(scheme):
    assert not scheme.function(20, 64).any()


@of(Family.ROTARY)
def test_a_rotary_score_depends_on_the_offset_alone(scheme):
    rng = np.random.default_rng(0)
    query, key = rng.standard_normal((2, 1, 32))
    for options in parameter_ends(scheme):
        turn_key = scheme.keys or scheme.function
        scores = [
            (scheme.function(query, [m], **options) @ turn_key(key, [n], **options).T).item()
            for m, n in ((9, 2), (109, 102), (57.25, 50.25))
        ]
        np.testing.assert_allclose(scores, scores[0], rtol=1e-12, atol=1e-12)


@of(Family.ROTARY)
def test_a_rotary_scheme_leaves_position_zero_alone(scheme):
    vectors = np.random.default_rng(0).standard_normal((3, 32))
    for options in parameter_ends(scheme):
        np.testing.assert_allclose(scheme.function(vectors, [0, 0, 0], **options), vectors, rtol=1e-15)


@of(Family.BIAS)
def test_a_bias_has_a_number_for_every_head_query_and_key(scheme):
    for options in parameter_ends(scheme):
        heads = options.get("heads", 4)
        bias = scheme.function([0, 5, 9], 7, **({"heads": heads} | options))
        assert bias.shape == (heads, 3, 7)
        assert np.isfinite(bias).all()


@of(Family.BIAS)
def test_a_relative_bias_depends_on_the_offset_alone(scheme):
    for options in parameter_ends(scheme):
        here = scheme.function(np.arange(20), np.arange(20), **options)
        there = scheme.function(np.arange(6000, 6020), np.arange(6000, 6020), **options)
        assert np.allclose(here, there, atol=1e-12) == scheme.relative


def call(scheme, **options):
    if scheme.family is Family.ROTARY:
        return scheme.function(np.ones((1, 4)), [1], **options)
    second = 4 if scheme.family is not Family.BIAS else [1]
    return scheme.function([1], second, **options)


# ---- A learned table has the rows that were trained, and no other.

TABLE = np.arange(12.0).reshape(4, 3)


@pytest.mark.parametrize(
    ("position", "text"), [(4, "4"), (-1, "-1"), (1.5, "1.5"), (10**6, "1e\\+06"), (0.999999, "0.999999")]
)
def test_there_is_no_row_elsewhere(position, text):
    with pytest.raises(ValueError, match=rf"positions must be rows 0 … 3; there is no row {text}$"):
        learned([0, position], 3, table=TABLE)


def test_the_sample_is_finite_and_no_one_may_change_it():
    assert sample().shape == (256, 64)
    assert np.isfinite(sample()).all()
    assert sample() is sample()
    with pytest.raises(ValueError, match="read-only"):
        sample()[0, 0] = 1
    np.testing.assert_array_equal(learned([255]), sample()[-1:])
    with pytest.raises(ValueError, match="there is no row 256"):
        learned([256])
