import pytest

from core.numeric import numerals


@pytest.mark.parametrize(
    ("number", "text"), [(1.0, "1.0 × 10⁰"), (-2.5e12, "−2.5 × 10¹²"), (9.96e-5, "1.0 × 10⁻⁴")]
)
def test_a_power_of_ten_is_raised(number, text):
    assert numerals.scientific(number) == text
