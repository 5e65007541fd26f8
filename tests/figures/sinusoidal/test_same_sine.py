import numpy as np
import pytest

from figures import theme
from figures.sinusoidal.same_sine import same_sine_arrows

TITLES = {"names": ("rising", "falling"), "x": "angle (degrees)", "y": "sine (1)", "circle": "cosine (1)"}
BEFORE = np.array([np.pi / 6, 5 * np.pi / 6])


@pytest.mark.parametrize("turn", [1.0, -1.0, 401.0, 1e5])
def test_arrows_begin_at_one_height_and_end_where_the_turn_leads(turn):
    figure = same_sine_arrows(BEFORE, turn, palette=theme.LIGHT, **TITLES)
    arrows = [trace for trace in figure.data if "lines" in trace.mode and trace.name in {"rising", "falling"}]
    for angle, (on_wave, on_circle) in zip(BEFORE, zip(arrows[::2], arrows[1::2], strict=True), strict=True):
        assert on_wave.y[0] == pytest.approx(0.5)
        assert on_wave.y[-1] == pytest.approx(np.sin(angle + turn), abs=1e-5)
        assert (on_circle.x[-1], on_circle.y[-1]) == pytest.approx((np.cos(angle + turn), on_wave.y[-1]), abs=1e-5)
        assert -180 <= min(on_wave.x) <= max(on_wave.x) <= 360
