import numpy as np

from figures import theme
from figures.schemes.singular_vectors import SingularVector, singular_vector_rows

N = 20


def component(cycles, frequencies=9):
    wave = np.cos(2 * np.pi * cycles * np.arange(N) / N)
    shares = np.eye(frequencies)[cycles]
    return SingularVector(f"u{cycles}", f"{cycles} cycles: 100%", wave + 0.1, wave, cycles, shares)


def drawn(components):
    return singular_vector_rows(components, palette=theme.LIGHT, colour="#123456", step=3, length=60)


def test_each_component_has_its_vector_on_its_wave_and_its_shares():
    components = [component(1), component(4)]
    figure = drawn(components)
    for number, shown in enumerate(components):
        wave, vector, bars = figure.data[3 * number : 3 * number + 3]
        np.testing.assert_allclose(vector.y, shown.vector, atol=1e-6)
        np.testing.assert_allclose(wave.y, shown.sinusoid, atol=1e-6)
        np.testing.assert_allclose(bars.y, shown.shares)
        assert (vector.x0, vector.dx, vector.line.color, wave.line.color) == (0, 3, "#123456", theme.GHOST)
        assert bars.marker.color.index("#123456") == shown.cycles
        assert bars.marker.color.count("#123456") == 1
