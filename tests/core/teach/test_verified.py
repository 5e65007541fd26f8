import json
from dataclasses import replace

import numpy as np
import pytest

from core.teach.verified import REFERENCES, checks
from tests.core.teach.references import FILE, make

CHECKS = checks()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.group}: {check.name}")
def test_every_reference_value_is_met(check):
    checked = check.run()
    assert checked.passed, checked.largest
    assert checked.computed.shape == check.expected.shape


def test_the_formulas_of_the_file_are_those_of_the_papers():
    assert json.loads(FILE.read_text("utf-8")) == json.loads(json.dumps(make()))


def test_every_file_of_references_is_checked():
    sources = {json.loads(path.read_text("utf-8"))["source"] for path in REFERENCES.glob("*.json")}
    assert {check.source for check in CHECKS} == sources
    assert len({(check.group, check.name) for check in CHECKS}) == len(CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.group}: {check.name}")
def test_a_wrong_value_fails(check):
    off = check.expected.copy()
    beyond = 3 * check.tolerance or 1  # a bucket is right or wrong
    off[-1] += beyond * abs(off[-1]) if check.relative else beyond
    checked = replace(check, expected=off).run()
    assert not checked.passed
    assert checked.differences.argmax() == len(off) - 1


def test_another_number_of_values_fails():
    checked = replace(CHECKS[0], expected=CHECKS[0].expected[:-1]).run()
    assert not checked.passed
    assert np.isnan(checked.computed).all()


def test_a_value_that_is_not_a_number_fails():
    checked = replace(CHECKS[0], compute=lambda: np.full(CHECKS[0].expected.shape, np.nan)).run()
    assert not checked.passed
