"""One colour a concept: the key, its document, and that no other file names a colour of its own."""

import re
from itertools import combinations

import pytest

from figures import theme
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


def test_members_of_a_list_take_no_colour_of_the_encoding_itself():
    own = {theme.SINE, theme.COSINE, theme.EMBEDDING, theme.ENCODING, theme.SUM, theme.UNSEEN, theme.GHOST}
    assert not own & set(theme.SERIES)
    assert set(theme.SERIES) | set(theme.FAMILY_COLOURS.values()) <= set(theme.CONCEPTS.values())


def test_the_document_has_the_key():
    table = re.findall(r"^\| (.+) \| `(#\w+)` \|$", (ROOT / "docs/colours.md").read_text("utf-8"), re.MULTILINE)
    assert dict(table) == theme.CONCEPTS


def test_no_other_file_names_a_colour_or_takes_one_by_its_number():
    found = {
        str(path.relative_to(ROOT)): named
        for path in SOURCES
        if path.name != "theme.py"
        and (named := HEX.findall(text := path.read_text("utf-8")) + re.findall(r"SERIES\[\d\]", text))
    }
    assert not found
