"""What every scheme and every scaling rule says of itself in Markdown."""

import re

import pytest

from core.scaling import RULES
from core.schemes import SCHEMES

every = pytest.mark.parametrize("record", [*SCHEMES.values(), *RULES.values()], ids=[*SCHEMES, *RULES])


@every
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
