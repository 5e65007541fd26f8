"""The promises of every record: a lesson, a citation, a source, valid defaults."""

import inspect
import re

import pytest

from core.beyond_text.contents import METHODS
from tests.core.schemes.test_every_scheme import HEADINGS

every = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


@every
def test_it_has_a_lesson_beside_its_function(method):
    assert [heading for heading in HEADINGS if heading not in method.explanation] == []


@every
def test_it_says_where_it_comes_from(method):
    paper = re.search(r"https://arxiv\.org/abs/([\d.]+)", method.source)[1]
    assert f"eprint = {{{paper}}}" in method.citation
    assert f"year = {{{method.year}}}" in method.citation
    assert f"https://arxiv.org/abs/{paper}" in inspect.getsource(inspect.getmodule(method.function))


@every
def test_its_defaults_are_valid(method):
    for parameter in method.parameters:
        assert parameter.check(method.default(parameter)) == method.default(parameter)
