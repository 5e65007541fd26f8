import numpy as np
import pytest

from core.beyond_text.swin import continuous_bias, log_offsets, offsets, swin_index, table_rows


@pytest.mark.parametrize("window", [(1, 1), (2, 3), (7, 7), (1, 4)])
def test_equal_offsets_share_a_row_and_all_rows_are_used(window):
    index = swin_index(window)
    places = np.argwhere(np.ones(window))
    by_offset = {}
    for query, at in enumerate(places):
        for key, other in enumerate(places):
            by_offset.setdefault(tuple(at - other), set()).add(index[query, key])
    assert all(len(rows) == 1 for rows in by_offset.values())
    assert {row for rows in by_offset.values() for row in rows} == set(range(table_rows(window)))


def test_a_class_token_has_three_rows_of_its_own():
    index = swin_index((2, 3), class_token=True)
    assert table_rows((2, 3), class_token=True) == 18
    assert (set(index[0, 1:]), set(index[1:, 0]), index[0, 0]) == ({15}, {16}, 17)
    np.testing.assert_array_equal(index[1:, 1:], swin_index((2, 3)))


def test_the_logarithm_turns_a_doubled_window_into_a_third_more():
    """Window 8 in pretraining, 16 now: offsets reach 8 · 15 / 7, their logarithms 1.39 instead of 1.06."""
    assert offsets((16, 16), (8, 8)).max() == pytest.approx(8 * 15 / 7)
    assert log_offsets((16, 16), (8, 8)).max() == pytest.approx(np.log2(1 + 8 * 15 / 7) / 3)
    assert (round(log_offsets((16, 16), (8, 8)).max(), 2), round(log_offsets((8, 8)).max(), 2)) == (1.39, 1.06)


def test_offsets_are_odd_about_the_middle():
    for window in ((1, 1), (4, 6)):
        logs = log_offsets(window)
        np.testing.assert_array_equal(logs, -logs[::-1, ::-1])


def test_a_bias_is_from_0_to_16_and_the_same_for_equal_offsets():
    rng = np.random.default_rng(0)
    bias = continuous_bias((3, 4), (rng.normal(size=(5, 2)), rng.normal(size=5)), 100 * rng.normal(size=(2, 5)))
    assert bias.shape == (2, 12, 12)
    assert 0 <= bias.min() < bias.max() <= 16
    assert len(np.unique(bias[0])) <= table_rows((3, 4))
