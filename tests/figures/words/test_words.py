"""Rows of tokens."""

import numpy as np
import pytest

from figures import theme
from figures.words.sentence import Panel, token_bars, token_label, token_rows

# ---- Token rows.

HOSTILE = ["<img src=x onerror=alert(1)>", "<b>", "$x$", "&lt;", "שלום", "👍🏽", "playing"]
LOOK = {
    "palette": theme.LIGHT,
    "x": "dimension",
    "unit": "value (1)",
    "limit": 2.0,
    "dimensions": np.array([0, 1, 7, 9]),
}


def panels(count, columns=4, *, pair=True):
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((3, count, columns))
    names = ("embedding", "+ encoding", "= sum")
    return [
        Panel(name, "", colour, values, values[:2] if pair else None)
        for name, colour, values in zip(names, (theme.EMBEDDING, theme.ENCODING, theme.SUM), rows, strict=True)
    ]


def plain(label):
    return label.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("word", HOSTILE)
def test_a_word_is_shown_as_it_is(word):
    label = plain(token_label(word, 7))
    assert "<" not in label
    assert label.endswith(" · 7")


def test_a_long_word_is_cut_and_signs_of_html_are_escaped_after_the_cut():
    assert plain(token_label("<" * 30, 0)) == "&lt;" * 11 + "… · 0"
    assert plain(token_label("&", 1, bold=True)) == "<b>&amp; · 1</b>"


def test_all_tables_share_one_scale_and_the_pair_ends_with_its_difference():
    tables = panels(len(HOSTILE))
    figure = token_rows(tables, HOSTILE, pair_rows=(0, 1), **LOOK)
    assert {cells.coloraxis for cells in figure.data} == {"coloraxis"}
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (-2, 2)
    for pair, cells, panel in zip(figure.data[::2], figure.data[1::2], tables, strict=True):
        np.testing.assert_array_equal(cells.z, panel.rows.astype(np.float32))
        np.testing.assert_allclose(pair.z[2], panel.rows[1] - panel.rows[0], rtol=1e-6)
    assert len(figure.layout.shapes) == 6  # two rows framed in three tables
    assert not any("onerror" in str(note.text) for note in figure.layout.annotations)


def test_bars_keep_their_axis_and_the_swapped_are_full():
    look = {"palette": theme.LIGHT, "colour": theme.SUM, "title": "with", "x": "change (1)", "bold_tokens": (1, 2)}
    figure = token_bars(np.array([0.1, 0.5, 0.2]), ["0"] * 3, ["a", "<b>", "c"], **look)
    bars, dots = figure.data
    assert figure.layout.meta["follows"] == {"xaxis": []}  # lengths of bars can be compared under the hand
    assert list(bars.marker.opacity) == [0.55, 1, 1]
    assert list(dots.x) == [0, 0, 0]
    assert list(dots.y) == list(bars.y)
    assert "<b>&lt;b&gt; · 1</b>" in map(plain, figure.layout.yaxis.ticktext)
