import re
from html.parser import HTMLParser

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from figures.theme import DARK, LIGHT
from figures.words.strips import Row, strips


class Reader(HTMLParser):
    """The words that a screen reader finds, and every strip's style."""

    def __init__(self, html):
        super().__init__()
        self.words, self.strips, self.open = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag != "col":
            self.open.append(tag)
        if tag == "div":
            self.strips.append(dict(attributes))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def table(values, limit=1.0, palette=LIGHT, name="cat"):
    rows = [Row(name, [np.array(values)], "0.60")]
    return Reader(strips(rows, palette=palette, columns=["first"], number="largest", limit=limit))


def test_words_and_numbers_are_text_and_strips_are_not():
    found = table([1.0, -1.0])
    assert found.words == ["first", "largest", "cat", "0.60"]
    assert [strip["aria-hidden"] for strip in found.strips] == ["true"]
    assert not found.open


def test_cells_share_the_strip_evenly_in_their_colours():
    (strip,) = table([2.0, 0.0, -2.0, -9.0], limit=2.0).strips
    ends = re.findall(r"(#\w{6}) ([\d.]+)% ([\d.]+)%", strip["style"])
    assert [colour for colour, *_ in ends] == [LIGHT.positive, LIGHT.neutral, LIGHT.negative, LIGHT.negative]
    assert [(float(start), float(end)) for _, start, end in ends] == [(0, 25), (25, 50), (50, 75), (75, 100)]


@given(st.text())
def test_a_name_is_never_markup(name):
    assert "".join(table([0.0], name=name).words) == f"firstlargest{name}0.60"


@given(st.floats(-10, 10), st.floats(0, 10), st.sampled_from([LIGHT, DARK]))
def test_a_colour_lies_between_neutral_and_the_end_of_its_sign(value, limit, palette):
    end = palette.negative if value < 0 else palette.positive
    channels = zip(
        *(bytes.fromhex(c[1:]) for c in (palette.neutral, palette.colour(value, limit), end)), strict=True
    )
    assert all(min(a, c) <= b <= max(a, c) for a, b, c in channels)


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=20), st.floats(0, 10), st.sampled_from([LIGHT, DARK]))
def test_every_cell_has_the_colour_of_its_value(values, limit, palette):  # but for rounding to a shade
    (strip,) = table(values, limit=limit, palette=palette).strips
    drawn = re.findall(r"#(\w{6}) [\d.]+%", strip["style"])
    for value, colour in zip(values, drawn, strict=True):
        channels = zip(bytes.fromhex(colour), bytes.fromhex(palette.colour(value, limit)[1:]), strict=True)
        assert max(abs(a - b) for a, b in channels) <= 1
