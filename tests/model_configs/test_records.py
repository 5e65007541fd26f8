"""The page of findings has a section for each finding, which its symptom leads to."""

import re

import pytest

from model_configs.all_findings import rules
from model_configs.records import FIELDS, PAGE, by_symptom, records
from tests.house import ROOT

NO_FREQUENCIES = "no_frequencies"  # of the command


def test_the_page_has_a_section_for_each_finding_and_no_other():
    assert [*records()] == [*rules(), NO_FREQUENCIES]
    assert len(set(records())) == len(records())
    assert len(re.findall("^## ", PAGE.read_text("utf-8"), re.MULTILINE)) == len(records())


@pytest.mark.parametrize("record", records().values(), ids=lambda record: record.rule)
def test_a_section_says_everything_and_what_it_stands_on(record):
    assert all(
        getattr(record, name.lower()).endswith((".", "…", "known", "check", "`", ")")) or name == "Versions"
        for name in FIELDS
    )
    assert all(getattr(record, name.lower()) for name in FIELDS)
    assert record.title.endswith(".")
    assert "](https://" in record.evidence or record.evidence == "none: a limit of this check"
    for path in re.findall(r"`(tests/[\w/.]+)`", record.evidence):
        assert (ROOT / path).is_file()


@pytest.mark.parametrize(
    ("symptom", "rule"),
    [
        ("garbage after 32k", "target"),
        ("KeyError rope_theta at start with an override", "override_replaces"),
        ("EAGLE crashes beyond 2048 tokens", "draft_length"),
        ("YaRN has no effect on Qwen3-VL in vLLM", "override_unreached"),
        ("llama-server always capped at trained length", "length_capped"),
        ("short texts got worse with yarn", "yarn_is_static"),
        ("unrecognized arguments: --rope-scaling", "option_removed"),
        ("sliding_window set but full attention on every layer", "window_unused"),
        ("factor-below-one", "factor_below_one"),
        ("embedding model cuts texts at 2048", "lengths_differ"),
    ],
)
def test_a_symptom_leads_to_its_finding(symptom, rule):
    assert rule in [record.rule for record in by_symptom(symptom)[:5]]


def test_words_that_no_section_has_lead_nowhere():
    assert by_symptom("zzz qqq") == by_symptom("") == by_symptom("the of and") == []
    assert by_symptom("x" * 10**6) == []
