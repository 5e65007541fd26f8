import numpy as np
import pytest

from core.beyond_text.timesteps import TIMESTEP_PRESETS, fairseq_table, frequencies, timestep_embedding
from core.schemes.sinusoidal import sinusoidal
from tests.core.oracle import EPS, error, frequency, mp


@pytest.mark.parametrize("shift", [0, 1, -2])
@pytest.mark.parametrize("dim", [9, 320])
def test_every_cell_is_as_exact_as_its_angle_allows(dim, shift):
    half = dim // 2
    table = timestep_embedding([999, 1e6], dim, shift=shift)
    for row, time in enumerate((999, 10**6)):
        for column in (0, 1, half - 1, half + 1, 2 * half - 1):
            angle = time * frequency(column % half, half - shift, 10_000)
            exact = mp.cos(angle) if column < half else mp.sin(angle)
            assert error(table[row, column], exact) <= 4 * EPS * (1 + float(angle))


def test_without_switches_it_is_the_table_of_transformers_in_halves():
    table = timestep_embedding(np.arange(50), 64, cosines_first=False)
    np.testing.assert_allclose(table, sinusoidal(np.arange(50), 64, layout="concatenated"), atol=1e-13)


def test_the_slowest_frequency_is_exact_with_a_shift_of_one():
    assert frequencies(320, 1)[-1] == pytest.approx(1e-4, rel=1e-15)
    assert frequencies(320, 0)[-1] == pytest.approx(1e-4 * 10_000 ** (1 / 160))
    np.testing.assert_allclose(frequencies(12, 0.5), 10_000 ** (-np.arange(6) / 5.5), rtol=1e-14)


def test_an_odd_last_feature_is_zero_and_the_padding_row_too():
    assert not timestep_embedding([1, 2, 3], 7)[:, -1].any()
    table = fairseq_table(5, 8, padding_row=1)
    assert not table[1].any()
    assert np.abs(np.delete(table, 1, axis=0)).max(axis=1).all()


def row_likeness(left, right):
    return (left * right).sum(axis=-1) / np.linalg.norm(left, axis=-1) / np.linalg.norm(right, axis=-1)


def test_what_each_slip_costs():
    """320 features, steps 0 … 999: kinds of errors that released code has had."""
    steps = np.arange(1_000)
    right, shifted = timestep_embedding(steps, 320), timestep_embedding(steps, 320, shift=1)
    assert np.abs(right - shifted).max() == pytest.approx(1.82, abs=5e-3)
    share = np.linalg.norm(right - shifted, axis=1) / np.linalg.norm(right, axis=1)
    assert share.mean() == pytest.approx(0.48, abs=5e-3)
    assert np.flatnonzero(row_likeness(right, shifted) < 0.9)[0] == 448
    swapped = timestep_embedding(steps, 320, cosines_first=False)
    assert row_likeness(right, swapped).mean() == pytest.approx(0.16, abs=5e-3)


@pytest.mark.parametrize(("scale", "far", "near"), [(1, 0.972, 0.9997), (1_000, 0.19, 0.46)])
def test_without_times_1000_the_clock_hardly_moves(scale, far, near):
    start, tenth, end = timestep_embedding([0, 0.1, 1], 256, scale=scale)  # 256 features, as in FLUX
    assert row_likeness(start, end) == pytest.approx(far, abs=5e-3 if scale > 1 else 5e-4)
    assert row_likeness(start, tenth) == pytest.approx(near, abs=5e-3 if scale > 1 else 5e-5)


def test_pairs_that_make_a_full_turn_in_a_thousand_steps():
    assert int((1_000 * frequencies(320) >= 2 * np.pi).sum()) == 89


def test_presets_name_their_code():
    assert {"DDPM", "Stable Diffusion, DiT", "FLUX", "fairseq"} == TIMESTEP_PRESETS.keys()
    assert all(preset.source for preset in TIMESTEP_PRESETS.values())
