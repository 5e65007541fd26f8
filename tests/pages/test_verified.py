"""The room where core is compared with reference values."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from core.beyond_text.contents import METHODS
from core.frequencies import inverse_frequencies
from core.scaling import RULES
from core.schemes import SCHEMES
from core.teach import verified
from model_configs import reference_frequencies
from pages.shared.words import sections
from tests.golden.report import FILES
from tests.patterns import Known, page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("verified")


def checks():
    return [*reference_frequencies.checks(), *verified.checks()]


def test_it_counts_what_agrees():
    app = visit("verified", {})
    results = [check.run() for check in checks()]
    values = sum(len(result.actual) for result in results)
    counts = Known(passed_cases=len(results), cases=len(results), values=values)
    assert pattern(WORDS["Count"], reading=counts).search(text_of(app))


@pytest.mark.parametrize("check", checks()[::30], ids=lambda check: check.name)
def test_a_case_shows_every_value_beside_the_one_computed_now(check):
    app = visit("verified", {"case": f"{check.group} · {check.name}"})
    frame = app.main.dataframe[-1].value
    np.testing.assert_array_equal(frame["reference value"], check.reference)
    np.testing.assert_array_equal(frame["computed now"], check.run().actual)
    assert f"**{WORDS['Pass']}**" in text_of(app)


@pytest.fixture
def forgotten():
    """Every test is one session to Streamlit, which keeps what has been checked."""
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("forgotten")
def test_a_difference_is_told(monkeypatch):
    off = replace(checks()[0], reference=checks()[0].reference * 1.01)
    some = [off, *checks()[1:4]]
    monkeypatch.setattr("model_configs.reference_frequencies.checks", lambda: some)
    monkeypatch.setattr("core.teach.verified.checks", list)
    app = visit("verified", {})
    assert "3 of 4 cases agree" in text_of(app)
    assert f"**{WORDS['Fail']}**" in text_of(app)


def test_an_unknown_case_gives_the_first():
    app = visit("verified", {"case": "<b>"})
    assert app.main.selectbox[0].value == f"{checks()[0].group} · {checks()[0].name}"


def test_every_encoding_and_rule_shows_formula_and_source():
    app = visit("verified", {"verified_view": "Formulas"})
    captions = {caption.value for caption in app.caption}
    for record in (*SCHEMES.values(), *RULES.values(), *METHODS.values()):
        assert f"**{record.name}**, {record.year}\n\n{sections(record.explanation)['Formula']}" in text_of(app)
        assert record.source in captions


@pytest.mark.parametrize("file", ["", "../../etc/passwd", "rope_2d.json"])
def test_every_file_of_values_by_released_code_is_listed(file):
    app = visit("verified", {"verified_view": "Released code", "file": file})
    listed, cases = (frame.value for frame in app.main.dataframe)
    paths = {path.name: json.loads(path.read_text("utf-8")) for path in FILES}
    assert dict(zip(listed["file"], listed["implementation and version"], strict=True)) == {
        name: content["source"] for name, content in paths.items()
    }
    assert listed["checks"].tolist() == listed["agree"].tolist()
    assert all("Pixtral" in name or "pixtral" in name for name in cases["case and implementation"][:3]) == (
        file == "rope_2d.json"
    )
    assert set(cases["verdict"]) == {WORDS["Pass"]}


def test_the_versions_are_those_that_compute():
    app = visit("verified", {"verified_view": "Accuracy and versions"}, more=True)
    frame = app.main.dataframe[-1].value
    versions = dict(zip(frame["what"], frame["version"], strict=True))
    assert versions["numpy"] == np.__version__
    assert versions["plotly.js"].count(".") == 2
    assert WORDS["Accuracy"] in text_of(app)


def test_the_stated_error_of_the_usual_way_is_that_of_float32():
    positions, frequencies = np.arange(2**20 - 4096, 2**20), inverse_frequencies(512)
    usual = np.sin(np.outer(positions.astype(np.float32), frequencies.astype(np.float32)))
    error = np.abs(usual - np.sin(np.outer(positions, frequencies))).max()
    (stated,) = re.findall(r"usual way, an angle in float32\s.*?(0\.\d+)", WORDS["Accuracy"], re.DOTALL)
    assert stated == f"{error:.2f}"
