"""Every record has a lesson, its papers and valid parameters; milestones stand in their years."""

import inspect
import re

import numpy as np
import pytest

from core.beyond_text.contents import METHODS
from core.milestones import KINDS, milestones, of_era
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.rope import rope
from tests.golden.image_rope import vjepa2_turn

# ---- The promises of every scheme, every scaling rule and every method beyond text.

RECORDS = SCHEMES | RULES | METHODS
HEADINGS = ("## What it does", "## Formula", "## What to look for", "## Common mistake")
every = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)


@every
def test_a_record_has_a_lesson_beside_its_function(record):
    assert [heading for heading in HEADINGS if heading not in record.explanation] == []
    assert all(text.strip() for text in re.split(r"^## .+$", record.explanation, flags=re.MULTILINE)[1:])


@every
def test_a_record_says_where_it_comes_from(record):
    assert "https://" in record.source
    assert 2017 <= record.year <= 2026
    for address in re.findall(r"https://arxiv\.org/abs/[\d.]+", record.source)[:1]:
        assert address in inspect.getsource(inspect.getmodule(record.function))
        assert f"year = {{{record.year}}}" in record.citation


@every
def test_the_default_of_every_parameter_is_valid(record):
    for parameter in record.parameters:
        assert parameter.check(record.default(parameter)) == record.default(parameter)


@pytest.mark.parametrize("record", [*SCHEMES.values(), *RULES.values()], ids=[*SCHEMES, *RULES])
def test_a_record_cites_the_papers_that_it_names(record):
    entries = record.citation
    assert entries.count("@misc{") == len(re.findall(r"^@", entries, re.MULTILINE)) >= 1
    assert entries.count("{") == entries.count("}")
    cited = set(re.findall(r"eprint = \{(\S+)\}", entries))
    assert set(re.findall(r"arxiv\.org/abs/([\d.]+)", record.source)) == cited
    assert "title = {" in entries
    assert "author = {" in entries


@every
def test_an_explanation_has_neither_code_nor_citation(record):
    assert "```" not in record.explanation
    assert "## BibTeX" not in record.explanation


def test_a_text_without_a_citation_is_refused_with_the_name_of_its_file(monkeypatch):
    monkeypatch.setattr("core.method._read", lambda path: "## What it does\nNothing.\n")
    with pytest.raises(ValueError, match=r"^alibi\.md must have a fenced section BibTeX, got none$"):
        _ = SCHEMES["ALiBi"].citation


# ---- When ideas came: every record is there, every entry has a text and a source one can open.


def test_every_scheme_rule_and_method_is_there_and_what_came_later():
    result = milestones()
    assert {*SCHEMES, *RULES, *METHODS} - {"Unscaled"} <= set(result)
    years = [each.year for each in result.values()]
    assert years == sorted(years)
    assert (years[0], years[-1]) == (2017, 2026)


@pytest.mark.parametrize("name", milestones())
def test_an_entry_says_what_it_does_and_where_it_comes_from(name):
    entry = milestones()[name]
    assert entry.kind in KINDS
    assert len(entry.text) > 60
    assert "](https://" in entry.source
    assert bool(entry.method) == (name in {*SCHEMES, *RULES, *METHODS})


def test_ids_of_papers_are_of_their_years():
    for entry in milestones().values():
        if not entry.method:  # a record may name later papers as well
            assert {int(year) for year in re.findall(r"abs/(\d\d)\d\d\.\d{5}", entry.source)} <= {entry.year - 2000}


def test_a_kind_shows_its_own_and_everything_all():
    assert [each.name for each in of_era("encodings")] == [
        each.name for each in sorted(SCHEMES.values(), key=lambda each: each.year)
    ]
    assert sum(len(of_era(kind)) for kind in KINDS) == len(of_era("everything")) == len(milestones())
    with pytest.raises(ValueError, match=r"^era must be one of encodings, "):
        of_era("tomorrow")


def test_two_numbers_tell_that_the_released_turn_of_v_jepa_is_no_rotation():
    ones, places = np.ones(16), np.arange(40)
    turned, later = vjepa2_turn(ones, places), vjepa2_turn(ones, places + 3)
    lengths, scores = np.linalg.norm(turned, axis=1) / 4, (turned * later).sum(axis=1) / 16
    rotated = (rope(np.ones((1, 16)), [0]) @ rope(np.ones((1, 16)), [3]).T).item() / 16
    text = milestones()["V-JEPA 2"].text.replace("\n", " ")
    for values in (lengths, scores):
        assert f"from {values.min():.2f} to {values.max():.2f}".replace("-", "−") in text
    assert f"{rotated:.2f} at every position" in text
