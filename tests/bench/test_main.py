"""Which sections of the measurements are rewritten."""

import pytest

from bench.__main__ import PARTS, rewritten, texts_of
from bench.shared.section import Goal, Section, table

HISTORY = "By hand.\n\n### Trials that failed\n\nOne."


def section(name, value):
    return Section(name, f"Of {name}.\n\n{table(('a', 'b'), [(name, value)])}", (Goal(f"{name} goal", value, 5),))


def goals(text):
    lines = [line for line in texts_of(text)["goals"].splitlines() if line.startswith("| ")]
    return [line[2:-2].split(" | ") for line in lines[2:]]


def test_a_new_file_holds_goals_parts_and_history_in_their_order():
    text = rewritten("", [section("load", 7), section("core", 3)], HISTORY)
    assert list(texts_of(text)) == ["goals", "core", "load", "history"]
    assert goals(text) == [
        ["core", "core goal", "3", "≤ 5", "met"],
        ["load", "load goal", "7", "≤ 5", "**missed** by 2 (40 %)"],
    ]
    assert text.endswith(f"{HISTORY}\n")


def test_what_is_not_measured_stays_to_the_letter():
    first = rewritten("", [section(name, 3) for name in PARTS], HISTORY)
    again = rewritten(first, [section("browser", 9)], HISTORY)
    before, after = texts_of(first), texts_of(again)
    assert {name for name in before if before[name] != after[name]} == {"goals", "browser"}
    assert [row[2] for row in goals(again)] == ["9" if name == "browser" else "3" for name in PARTS]


def test_writing_the_same_again_changes_nothing():
    sections = [section(name, 3) for name in PARTS]
    first = rewritten("", sections, HISTORY)
    assert rewritten(first, sections, HISTORY) == first
    assert rewritten(first, [], HISTORY) == first


def test_the_history_is_the_one_of_its_file():
    first = rewritten("", [section("core", 3)], HISTORY)
    again = rewritten(first, [], "Another.")
    assert texts_of(again)["history"].strip() == "Another."
    assert texts_of(again)["core"] == texts_of(first)["core"]


@pytest.mark.parametrize("name", PARTS)
def test_a_row_of_another_table_is_no_goal(name):
    text = rewritten(rewritten("", [section(name, 3)], HISTORY), [], HISTORY)
    assert len(goals(text)) == 1
