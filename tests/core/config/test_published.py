"""Configs as published get the findings that an expert would give, and no other."""

import json
from pathlib import Path

import pytest

from core.config.presets import PRESETS
from core.model_config import read_config

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text("utf-8"))["configs"]


def given(case):
    """A command line, the text of a config, or that of a preset."""
    if "text" in case:
        return case["text"]
    return json.dumps(case["config"]) if "config" in case else PRESETS[case["preset"]].config


@pytest.mark.parametrize("case", PUBLISHED, ids=[case["name"] for case in PUBLISHED])
def test_findings_are_those_that_are_expected(case):
    found = read_config(given(case)).findings()
    assert sorted(f"{finding.severity} {finding.key}" for finding in found) == sorted(case["findings"])


def test_there_are_forty_and_each_names_its_source():
    assert len({case["name"] for case in PUBLISHED}) == len(PUBLISHED) >= 40
    sources = [case.get("source") or PRESETS[case["preset"]].source for case in PUBLISHED]
    assert all("https://" in source for source in sources)
