"""What the rooms of pictures and prompts show, by independent ways and by measured numbers.

Numbers with three digits were measured in NumPy apart from this code: scores of heads of 64 features fitted to
27 × 27 offsets, M-RoPE of Qwen2-VL and Qwen3-VL, a wave of 1 radian on a grid of 14 rows.
"""

import numpy as np
import pytest

from core.beyond_text.directions import golden
from core.beyond_text.mrope import axis_steps, mrope
from core.beyond_text.rectangle import ceiling, fit, pattern, usual_start
from core.beyond_text.resampling import grid_edge
from core.beyond_text.time_slips import preset_with, row_likeness, time_slip
from core.beyond_text.timesteps import TIMESTEP_PRESETS, step_rows


@pytest.mark.parametrize(
    ("target", "limit", "slow", "fast"),
    [
        ("diagonal", 0.002, 0.002, 0.002),
        ("disc", 0.319, 0.305, 0.307),
        ("cell", 0.232, 0.215, 0.227),
        ("row above", 1.000, 0.379, 0.487),
    ],
)
def test_no_axial_head_passes_the_ceiling(target, limit, slow, fast):
    assert ceiling(pattern(target)) == pytest.approx(limit, abs=6e-4)
    for base, explained in ((1e4, slow), (100, fast)):
        result = fit(target, base=base)
        assert result.r_squared == pytest.approx(explained, abs=1.1e-3)
        assert result.r_squared <= result.ceiling + 1e-9


def test_arrows_all_round_draw_diagonals_and_discs_and_rows_badly():
    for target in ("diagonal", "disc", "cell"):
        assert fit(target, kind="golden", base=10).r_squared > 1.5 * ceiling(pattern(target))
    assert fit("row above", kind="golden", base=10).r_squared < fit("row above").r_squared


def share(target, arrows):
    """What the best head with these arrows (pairs, 2) explains, by least squares."""
    values = pattern(target).ravel()
    turned = np.stack(np.meshgrid(*[np.arange(-13, 14)] * 2, indexing="ij"), axis=-1).reshape(-1, 2) @ arrows.T
    terms = np.hstack([np.cos(turned), np.sin(turned), np.ones((len(turned), 1))])
    rest = values - terms @ np.linalg.lstsq(terms, values, rcond=None)[0]
    return 1 - rest @ rest / ((values - values.mean()) ** 2).sum()


@pytest.mark.parametrize(
    ("target", "expected_share"),
    [
        ("diagonal", 0.463),
        ("disc", 0.631),
        ("cell", 0.431),
        ("row above", 0.183),
    ],
)
def test_other_lengths_and_other_steps_explain_other_shares(target, expected_share):
    """The expected shares belong to steps of 137.5 degrees; the source and core use half a turn over 1.618."""
    pair = np.arange(32)
    lengths, steps = 2.5 * 50 ** (-pair / 31), np.pi * (3 - np.sqrt(5)) * pair
    assert share(target, np.stack([lengths * np.sin(steps), lengths * np.cos(steps)], axis=1)) == pytest.approx(
        expected_share, abs=6e-4
    )
    assert fit(target, kind="golden", base=10).r_squared == pytest.approx(share(target, golden(64)), abs=1e-9)


@pytest.mark.parametrize(("target", "first", "usual"), [("diagonal", 0.637, 0.1885), ("disc", 0.300, 0.3032)])
def test_the_first_random_angle_of_a_mixed_head_is_not_usual_for_a_diagonal(target, first, usual):
    assert fit(target, kind="mixed", base=10).r_squared == pytest.approx(first, abs=6e-4)
    assert usual_start(target) == pytest.approx(usual, abs=6e-4)


def test_a_step_changes_a_score_by_the_axis_that_it_is_along():
    chunked = axis_steps()
    np.testing.assert_allclose(chunked.fastest, [1, 0.0316, 0.000178], rtol=2e-3)
    assert 2 * np.pi / chunked.fastest[2] == pytest.approx(35_333, abs=1)
    np.testing.assert_allclose(chunked.change, [0.19, 0.0060, 0.00004], rtol=0.12)  # from random vectors
    assert chunked.score_loss[2] == pytest.approx(4.5e-8, rel=0.02)
    assert axis_steps(steps=20).score_loss[2] == pytest.approx(1.8e-5, rel=0.02)
    inter = axis_steps(sections=(24, 20, 20), base=5e6, arrangement="interleaved")
    np.testing.assert_allclose(inter.fastest, [1, 0.786, 0.618], atol=6e-4)
    np.testing.assert_allclose(2 * np.pi / inter.fastest[1:], [8.0, 10.2], atol=0.06)
    np.testing.assert_allclose(inter.change, [0.14, 0.12, 0.093], rtol=0.12)


def test_the_change_of_random_scores_is_measured_too():
    rng = np.random.default_rng(0)
    queries, keys = rng.standard_normal((2, 3_000, 128))
    turned = mrope(
        [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], 128, (24, 20, 20), base=5e6, arrangement="interleaved"
    )
    moved = np.array([turned.turn(key) for key in keys])  # (n, 4, 128)
    scores = np.einsum("nd,nkd->nk", queries, moved) / np.sqrt(128)
    change = np.sqrt(((scores[:, 1:] - scores[:, :1]) ** 2).mean(axis=0))
    expected = axis_steps(sections=(24, 20, 20), base=5e6, arrangement="interleaved").change
    np.testing.assert_allclose(change, expected, rtol=0.05)


@pytest.mark.parametrize(("rule", "edge", "inside"), [("bicubic", 0.177, 0.031), ("bilinear aligned", 0, 0.118)])
def test_the_edge_of_a_resampled_grid(rule, edge, inside):
    result = grid_edge(rule=rule)
    assert (round(result.edge, 3), round(result.inside, 3)) == (edge, inside)
    assert grid_edge(rule=rule, wave=0.1).errors.max() < 0.03
    outside = (result.rows < 0) | (result.rows > 13)
    assert outside.sum() == (2 if rule == "bicubic" else 0)


def test_slips_of_time():
    none, shift, order = (time_slip(slip) for slip in ("none", "shift", "order"))
    assert none.largest == 0
    np.testing.assert_allclose(none.likeness, 1)
    assert shift.largest == pytest.approx(1.82, abs=5e-3)
    assert shift.share == pytest.approx(0.48, abs=5e-3)
    assert np.flatnonzero(shift.likeness < 0.9)[0] == 448
    assert order.likeness.mean() == pytest.approx(0.16, abs=5e-3)
    still = time_slip("not × 1000", preset="FLUX", dim=256, rows=11, last=1_000)
    np.testing.assert_allclose(still.from_start[:, -1], [0.19, 0.972], atol=5e-3)
    assert still.turning_pairs == time_slip("none", dim=256, rows=2, last=1_000).turning_pairs
    assert time_slip("none", rows=2, last=1_000).turning_pairs == 89


def test_four_models_encode_a_step_in_two_ways():
    ddpm, diffusion, flux, fairseq = (step_rows(np.array([448.0]), 320, each) for each in TIMESTEP_PRESETS.values())
    assert row_likeness(ddpm, fairseq) == pytest.approx(1)
    assert row_likeness(diffusion, flux) == pytest.approx(1)
    assert row_likeness(ddpm, diffusion) == pytest.approx(row_likeness(fairseq, flux))
    assert row_likeness(ddpm, diffusion) < 0.3
    slowest = step_rows(np.array([1.0]), 320, preset_with("DDPM", 100))[0]
    assert slowest[159] == pytest.approx(np.sin(1 / 100))  # of DDPM exactly 1 / max_period
