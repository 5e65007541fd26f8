"""Networks that learn a signal, and signals that readers draw."""

import numpy as np
import pytest

from core.beyond_text.learning import halving_times, learn_signal, learner, relu_kernel
from core.beyond_text.signal_fit import built_in, errors_by_bandwidth, on_line, read_signal, signal_fit, signal_text

# ---- Closed forms of learning.

WAVES = [1, 2, 4, 8, 16]


@pytest.mark.parametrize(
    ("options", "times"),
    [
        ({"encoding": "plain"}, [0.018, 0.146, 0.73, 3.1, 11]),
        ({"sigma": 1}, [0.009, 0.021, 0.097, 0.50, 1.9]),
        ({"sigma": 3}, [0.020, 0.023, 0.040, 0.109, 0.56]),
        ({"sigma": 10}, [0.061, 0.062, 0.074, 0.078, 0.146]),
        ({"sigma": 30}, [0.094, 0.137, 0.120, 0.103, 0.137]),
    ],
)
def test_time_to_halve_the_error_of_a_wave(options, times):
    np.testing.assert_allclose(halving_times(learner(**options), WAVES), times, rtol=0.05, atol=6e-4)


@pytest.mark.parametrize(
    ("options", "at_samples", "between"),
    [
        ({"encoding": "plain"}, 0.201, 0.204),
        ({"sigma": 1}, 0.071, 0.103),
        ({"sigma": 3}, 0.025, 0.079),
        ({"sigma": 10}, 0.002, 0.083),
        ({"sigma": 30}, 0.006, 0.336),
        ({"sigma": 100}, 0.003, 0.749),
    ],
)
def test_a_square_wave_underfits_fits_and_turns_to_noise_between_the_samples(options, at_samples, between):
    def square(x):
        return np.sign(np.sin(4 * np.pi * x + 0.3))

    teacher = learner(**options)
    result = learn_signal(teacher, square(teacher.places), 1)
    assert result.error == pytest.approx(at_samples, abs=6e-4)
    assert np.mean((result.between - square(teacher.between)) ** 2) == pytest.approx(between, abs=1.1e-3)


def test_the_error_falls_from_one_and_the_signal_is_met_in_the_end():
    teacher = learner(sigma=10)
    for period in WAVES:
        wave = np.sin(2 * np.pi * period * teacher.places)
        errors = [learn_signal(teacher, wave, time).error for time in (0, 0.1, 1, 10)]
        assert errors[0] == pytest.approx(np.mean(wave**2))
        assert (np.diff(errors) < 0).all()
    assert learn_signal(teacher, wave, 1e6).error == pytest.approx(0, abs=1e-18)


def test_gradient_flow_in_small_steps_comes_to_the_same():  # Euler's method on K, without eigenvectors
    teacher = learner(16, sigma=2)
    kernel = teacher.vectors * teacher.rates @ teacher.vectors.T
    signal = np.cos(7 * teacher.places)
    estimate, between, steps, total = np.zeros(16), np.zeros(128), 20_000, 0.3
    for _ in range(steps):
        left = signal - estimate
        estimate, between = (
            each + across @ left * total / steps for each, across in ((estimate, kernel), (between, teacher.across))
        )
    result = learn_signal(teacher, signal, total)
    np.testing.assert_allclose(result.between, between, atol=1e-4)
    assert result.error == pytest.approx(np.mean((signal - estimate) ** 2), abs=1e-5)


def test_the_kernel_is_that_of_wide_random_networks():
    """One hidden layer, 200,000 units: outputs' gradients at two inputs have the kernel as their product."""
    rng = np.random.default_rng(0)
    points, units = rng.standard_normal((3, 2)), 200_000
    first, last = rng.standard_normal((units, 2)), rng.standard_normal(units)
    active = points @ first.T
    by_last = np.maximum(active, 0) @ np.maximum(active, 0).T * 2 / units
    by_first = (points @ points.T) * (((active > 0) * last) @ ((active > 0) * last).T) * 2 / units
    np.testing.assert_allclose(relu_kernel(points, points, 1), by_last + by_first, rtol=0.05, atol=0.05)


def test_a_bandwidth_gets_the_verdict_of_its_fit():
    teacher = learner(64)
    signal, truth = (built_in("waves", places) for places in (teacher.places, teacher.between))
    result = errors_by_bandwidth(signal, [0.5, 5, 100], 1.0, truth)
    assert result.verdicts == ("blurred", "fit", "noise")
    for index, sigma in enumerate(result.sigmas):
        fit = signal_fit(signal, sigma=sigma, truth=truth)
        assert (fit.error_featured, fit.between_featured) == (result.errors[index], result.between[index])
        assert fit.verdict == result.verdicts[index]


# ---- Signals to be learned, and what an address may say of one.

CENTRES = (np.arange(64) + 0.5) / 64


def test_a_signal_is_read_back_as_it_was_written():
    signal = np.round(np.random.default_rng(0).uniform(-1, 1, 64), 2)
    np.testing.assert_allclose(read_signal(signal_text(signal)), signal, atol=1e-12)
    assert read_signal(" 0, 50,-100 ,7").tolist() == [0, 0.5, -1, 0.07]


def test_built_in_signals_hold_the_waves_that_they_say():
    size = 2 * np.abs(np.fft.rfft(built_in("waves", CENTRES))) / 64
    np.testing.assert_allclose(size[[1, 4, 10]], [0.5, 0.3, 0.2], atol=1e-12)
    assert size.sum() == pytest.approx(1)
    steps = built_in("steps", CENTRES)
    assert set(steps) == {-1, 1}
    assert np.count_nonzero(np.diff(steps)) == 4


def test_a_drawn_signal_of_any_length_is_joined_by_straight_lines():
    assert on_line(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.125, 0.25, 0.375, 1])).tolist() == [0, 0.5, 1, 0]
