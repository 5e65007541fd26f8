"""Headings, lists and labels of the project's own Markdown."""

import pytest

from core.inputs.sections import in_order, items, labels, sections

TEXT = "# Clock\n\nIt has hands.\n\n## Hands\nTwo.\n\n### Long\nMinutes.\n\n##  Face  \n\n```sh\n## no\n```\n"


def test_a_text_stands_under_its_heading_and_deeper_ones_stay_in_it():
    assert sections(TEXT) == {
        "": "# Clock\n\nIt has hands.",
        "Hands": "Two.\n\n### Long\nMinutes.",
        "Face": "```sh\n## no\n```",
    }
    assert sections(sections(TEXT)["Hands"], 3) == {"": "Two.", "Long": "Minutes."}


def test_a_heading_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match=r"^a heading must stand once in its file, got 'Hands' again$"):
        sections("## Hands\n\n## Hands\n")
    assert in_order("## Hands\none\n## Hands\ntwo") == [("Hands", "one"), ("Hands", "two")]


def test_a_text_without_headings_stands_before_the_first():
    assert sections("") == {}
    assert sections("#hashtag\n") == {"": "#hashtag"}


def test_an_item_goes_on_over_lines():
    assert items("- one\n- two\n  goes on\n\n- three: x\n") == ["one", "two goes on", "three: x"]
    with pytest.raises(ValueError, match=r"^each line must be an item, - text, or go on .+, got 'a paragraph'$"):
        items("- one\na paragraph\n")


def test_a_label_is_code_or_bold():
    assert labels("- `a: b`: one: two\n- **Cause:** of it,\n  and more") == {
        "a: b": "one: two",
        "Cause": "of it, and more",
    }


@pytest.mark.parametrize("text", ["- plain: text", "- `a`:", "- `a` text"])
def test_an_item_without_a_label_is_refused(text):
    with pytest.raises(ValueError, match=r"^each item must be a label, - `name`: text, got "):
        labels(text)


def test_a_label_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match=r"^a label must stand once in its list, got 'a' again$"):
        labels("- `a`: one\n- `a`: two")
