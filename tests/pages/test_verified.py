"""The room where core is compared with reference values."""

from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from core.verified import checks
from tests.pages.test_rooms import visit


def said(app):
    return " ".join(text.value for text in app.main.markdown)


def test_it_counts_what_agrees():
    app = visit("verified", {})
    results = [check.run() for check in checks()]
    assert f"{len(results)} of {len(results)} cases agree" in said(app)
    assert f"{sum(len(result.computed) for result in results):,} values" in said(app)


@pytest.mark.parametrize("check", checks()[::6], ids=lambda check: check.name)
def test_a_case_shows_every_value_beside_the_one_computed_now(check):
    app = visit("verified", {"case": f"{check.group} · {check.name}"})
    assert not app.exception
    frame = app.main.dataframe[-1].value
    np.testing.assert_array_equal(frame["reference value"], check.expected)
    np.testing.assert_array_equal(frame["computed now"], check.run().computed)
    assert "**agrees**" in said(app)


@pytest.fixture
def forgotten():
    """Every test is one session to Streamlit, which keeps what has been checked."""
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("forgotten")
def test_a_difference_is_told(monkeypatch):
    off = replace(checks()[0], expected=checks()[0].expected * 1.01)
    monkeypatch.setattr("core.verified.checks", lambda: [off, *checks()[1:4]])
    app = visit("verified", {})
    assert "3 of 4 cases agree" in said(app)
    assert "**does not agree**" in said(app)


@pytest.mark.parametrize("case", ["", "nothing", "<b>"])
def test_an_unknown_case_gives_the_first(case):
    app = visit("verified", {"case": case})
    assert not app.exception
    assert app.main.selectbox[0].value == f"{checks()[0].group} · {checks()[0].name}"
