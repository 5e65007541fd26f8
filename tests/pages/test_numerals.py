import doctest

import pytest

from pages.shared import numerals


def test_the_examples_are_true():
    assert doctest.testmod(numerals, extraglobs=vars(numerals)).attempted == 3
    assert doctest.testmod(numerals, extraglobs=vars(numerals)).failed == 0


@pytest.mark.parametrize(
    ("number", "text"), [(1.0, "1.0 × 10⁰"), (-2.5e12, "−2.5 × 10¹²"), (9.96e-5, "1.0 × 10⁻⁴")]
)
def test_a_power_of_ten_is_raised(number, text):
    assert numerals.scientific(number) == text
