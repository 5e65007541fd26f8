"""Every room's words stand in the Markdown file beside it."""

import pytest

from pages.shared import contents
from pages.shared.words import sections
from tests.house import ROOT

ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms]


@pytest.mark.parametrize("stem", ROOMS)
def test_room_has_its_words(stem):
    words = sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    assert all(words.get(heading) for heading in ("Title", "Takeaway", "Common mistake", "Sources"))


@pytest.mark.parametrize("stem", ROOMS)
def test_room_names_a_source_one_can_open(stem):
    words = sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    assert "](https://" in words["Sources"]


def test_every_page_is_in_the_table_of_contents():  # and no other Python file lies where Streamlit would serve it
    assert {path.stem for path in (ROOT / "pages").glob("*.py")} == set(ROOMS)
    assert {path.stem for path in (ROOT / "pages").glob("*.md")} == set(ROOMS)


def test_sections_are_told_by_their_headings():
    text = "preface\n## Title\nClocks\n\n## Sources\n- one\n### not a section\n"
    assert sections(text) == {"Title": "Clocks", "Sources": "- one\n### not a section"}
