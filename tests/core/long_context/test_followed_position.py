"""A single position through rounded steps."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import Dtypes, everywhere, rounded
from core.long_context.followed_position import MAX_DOTS, FollowedPosition
from core.long_context.merged_positions import Merged
from core.long_context.rotation_errors import rotation_errors

BFLOAT16 = everywhere("bfloat16")


def followed(position, dtypes=BFLOAT16):
    return FollowedPosition(position, 64, dtypes, 10_000.0, 1.0)


def test_position_257_becomes_256():
    found = followed(257)
    assert (found.merged, found.rounded) == (Merged(256, 257), 256)
    errors = rotation_errors([257], 64, everywhere("bfloat16"))[0]
    assert (found.worst_pair, found.error) == (errors.argmax(), errors.max())


def test_steps_go_from_a_position_to_its_rotation():
    found, exact = followed(257), followed(257).steps(Dtypes())
    omega = inverse_frequencies(64)[found.worst_pair]
    assert (exact.position, exact.frequency, exact.angle) == (257, omega, 257 * omega)
    assert (exact.cosine, exact.sine) == (np.cos(exact.angle), np.sin(exact.angle))
    given = found.steps(found.dtypes)
    assert np.hypot(given.cosine - exact.cosine, given.sine - exact.sine) == pytest.approx(found.error)


@pytest.mark.parametrize("position", [0, 257, 4001, 1_000_000])
def test_the_neighbourhood_shows_the_positions_that_are_merged(position):
    found = followed(position)
    around = found.neighbourhood()
    assert around.middle == position
    assert around.arrived == found.rounded
    assert around.positions[0] <= found.merged.first <= found.merged.last <= around.positions[-1]
    assert len(around.positions) <= MAX_DOTS
    np.testing.assert_array_equal(around.rounded, rounded(around.positions, "bfloat16"))


def test_without_rounding_a_pair_has_turned_for_its_own_position():
    around = followed(300, Dtypes()).neighbourhood()
    np.testing.assert_allclose(around.by_angle, around.positions, rtol=1e-14)


def test_of_a_position_that_overflows_the_first_of_its_kind_is_shown():
    found = followed(70_000, everywhere("float16"))
    around = found.neighbourhood()
    assert found.merged == Merged(65_520, None)
    assert np.isnan(found.error)
    assert around.middle == 65_520
    assert np.isinf(around.arrived)
    assert np.isfinite(around.rounded[around.positions < 65_520]).all()
