import numpy as np

from core.schemes.fire import fire, progress


def test_progress_runs_from_zero_at_the_query_to_one_at_the_start_of_a_long_text():
    values = progress([2000], 2001)[0]
    assert values[2000] == 0
    assert values[0] == 1
    assert (np.diff(values) < 0).all()


def test_before_the_threshold_progress_depends_on_the_offset_alone():
    near, far = progress([40], [30]), progress([400], [390])
    np.testing.assert_array_equal(near, far)
    assert progress([4000], [3990]) < near


def test_progress_is_written_out():  # Li et al. 2023, equation 4 of section 3.1, with c = 0.1, L = 512
    np.testing.assert_allclose(progress([600], [500]), np.log(11) / np.log(61))


def test_the_network_is_the_same_for_the_same_seed():
    np.testing.assert_array_equal(fire(5, 5, 3, seed=4), fire(5, 5, 3, seed=4))
    assert not np.allclose(fire(5, 5, 3, seed=4), fire(5, 5, 3, seed=5))
