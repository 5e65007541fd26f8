"""One colour per concept: the key, its document, and no colours named in any other file."""

import re
from itertools import combinations

import pytest

from figures import spec, theme
from tests.colours import KEY
from tests.house import ROOT

HEX = re.compile(r"#[0-9a-fA-F]{6}\b")
SOURCES = [
    path
    for folder in ("figures", "pages", "components")
    for path in sorted((ROOT / folder).rglob("*.*"))
    if path.suffix in {".py", ".js", ".css"} and not path.name.endswith(".min.js")
]


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("concept", theme.CONCEPTS)
def test_a_concept_is_seen_on_both_backgrounds(concept):
    for background in ("#ffffff", "#0e1117"):
        assert contrast(theme.CONCEPTS[concept], background) >= 3


def test_no_two_concepts_share_a_colour():
    for one, other in combinations(theme.CONCEPTS.values(), 2):
        distance = sum(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5))
        assert distance >= 60, (one, other)


def test_a_scheme_has_one_colour_of_the_key():
    assert {*theme.SCHEMES.values(), *theme.FAMILIES.values()} <= set(theme.CONCEPTS.values())
    assert len(set(theme.SCHEMES.values())) == len(theme.SCHEMES)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_the_tones_of_a_series_are_seen_and_go_one_way(palette):
    background = "#ffffff" if palette is theme.LIGHT else "#0e1117"
    for colour in (theme.GHOST, theme.ROTARY):
        tones = [contrast(tone, background) for tone in palette.ramp(9, colour)]
        assert min(tones) >= 3
        assert tones == sorted(tones)


def test_the_document_has_the_key():
    assert {concept: colour for concept, colour, _ in KEY} == theme.CONCEPTS


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_ink_is_the_colour_of_text_wherever_a_figure_names_it(palette):
    trace = {
        "type": "scatter",
        "name": "a",
        "line": {"color": theme.INK},
        "marker": {"color": [theme.INK, theme.GHOST]},
    }
    layout = {"annotations": [{"text": "a", "font": {"color": theme.INK}}]}
    figure = spec.figure([trace], layout, palette=palette, height=90).under(
        {"shapes": [{"line": {"color": theme.INK}}]}
    )
    assert theme.INK not in repr(figure)
    assert figure.data[0].line.color == palette.text
    assert list(figure.data[0].marker.color) == [palette.text, theme.GHOST]
    assert figure.layout.annotations[0].font.color == figure.layout.shapes[0].line.color == palette.text


def test_no_other_file_names_a_colour():
    colours_by_file = {
        str(path.relative_to(ROOT)): colours
        for path in SOURCES
        if path.name != "theme.py" and (colours := HEX.findall(path.read_text("utf-8")))
    }
    assert not colours_by_file
