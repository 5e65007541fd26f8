import numpy as np
import pytest

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


def test_rows_are_labelled_and_axes_named():
    figure = drawn([component(1), component(4)])
    labels = [annotation.text for annotation in figure.layout.annotations]
    assert labels == ["u1", "1 cycles: 100%", "u4", "4 cycles: 100%"]
    assert figure.layout.annotations[3].xref == "x4 domain"
    assert (figure.layout.xaxis3.title.text, figure.layout.xaxis4.title.text) == (
        "position (tokens)",
        "cycles in the table",
    )
    assert figure.layout.yaxis.range[1] > 1.1  # the largest value of all


def test_all_vectors_share_one_scale():
    figure = drawn([component(1), component(4)])
    assert figure.layout.yaxis.range == figure.layout.yaxis3.range
    assert figure.layout.yaxis2.range == figure.layout.yaxis4.range == (0, 1.04)


@pytest.mark.parametrize(("frequencies", "tick"), [(2, 1), (5, 1), (9, 2), (17, 5), (97, 20), (2000, 50)])
def test_labels_of_the_frequencies_are_round_and_few(frequencies, tick):
    figure = drawn([component(1, frequencies)])
    assert figure.layout.xaxis2.dtick == tick
