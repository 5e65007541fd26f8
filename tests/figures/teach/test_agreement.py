from figures.teach.agreement import LEAST, MOST, Agreement, agreement_dots
from figures.theme import LIGHT

CASES = [
    Agreement("Slopes", "8 heads", 0.0, "none", True),
    Agreement("Slopes", "12 heads", 0.3, "some", True),
    Agreement("Buckets", "causal", float("inf"), "one off", False),
]


def draw(palette=LIGHT):
    return agreement_dots(CASES, palette=palette, agrees="agrees", differs="does not")


def test_a_case_stands_on_its_row_at_its_share():
    agree, differ = draw().data
    assert (agree.name, list(agree.y), list(agree.x)) == ("agrees", ["Slopes", "Slopes"], [LEAST, 0.3])
    assert (differ.name, list(differ.y), list(differ.x)) == ("does not", ["Buckets"], [MOST])
    assert [note[1] for note in agree.customdata] == ["none", "some"]
