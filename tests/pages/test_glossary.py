"""The glossary: every term is used, every mark is a term, and each is explained once a page."""

import re

import pytest

from core.teach.lesson import lessons
from pages.shared.glossary import explain_terms, link_terms, terms
from pages.shared.words import read
from tests.house import ROOT

NAMES = {term.name for term in terms().values()}
TEXTS = [[step.text, step.task, step.why] for lesson in lessons().values() for step in lesson.steps]
ROOMS = [path.read_text("utf-8") for path in (ROOT / "pages").rglob("*.md")]


def names(text):
    return [name.replace("-", " ") for name in re.findall(r"\(#term-([^ ]+) ", text)]


def test_every_term_is_explained_somewhere_and_every_mark_is_a_term():
    takeaways = [*(read(path)["Takeaway"] for path in (ROOT / "pages").glob("*.md"))]
    used = {name for texts in TEXTS for text in explain_terms(*texts) for name in names(text)}
    used |= {name for text in explain_terms(*takeaways) for name in names(text)}
    used |= {name for text in ROOMS for name in names(link_terms(text))}
    assert used == {name.replace("-", " ") for name in NAMES}  # an address has hyphens for spaces


@pytest.mark.parametrize("texts", TEXTS, ids=[texts[0][:20] for texts in TEXTS])
def test_a_step_explains_each_term_once(texts):
    term_names = [name for text in explain_terms(*texts) for name in names(text)]
    assert len(term_names) == len(set(term_names))


def test_meanings_are_short_and_cannot_end_the_title_of_a_link():
    for term in terms().values():
        assert 20 <= len(term.meaning) <= 200
        assert not re.search(r'["\[\](){}<>]', term.meaning)


def test_first_places_whole_words_and_capitals_are_marked_and_code_is_not():
    first, second = explain_terms("`pair` Pairs repair a pair.", "pair, offset")
    assert re.sub(r' ".*?"', "", first) == "`pair` [Pairs](#term-pair) repair a pair."
    assert names(second) == ["offset"]


def test_a_mark_shows_other_words():
    assert link_terms("[[pair|one hand]]").startswith('[one hand](#term-pair "')
    with pytest.raises(KeyError):
        link_terms("[[no such term]]")
