"""Configs and commands as people asked about them: each is answered, and is silent once it is mended."""

import json
import re
from pathlib import Path

import pytest

from clockface.command import main

THREADS = json.loads(Path(__file__).with_name("threads.json").read_text("utf-8"))
each = pytest.mark.parametrize("case", THREADS, ids=[f"{n}-{case['thread']}" for n, case in enumerate(THREADS)])


def command_output(capsys, tmp_path, command, text):
    file = tmp_path / "given.txt"
    file.write_text(text)
    status = main([command, str(file)])
    return status, capsys.readouterr().out


@each
def test_what_a_thread_is_about_is_told(capsys, tmp_path, monkeypatch, case):
    monkeypatch.setenv("COLUMNS", "120")
    status, said = command_output(capsys, tmp_path, case["in"], case["input"])
    assert status != 2
    assert [words for words in case["says"] if not re.search(words, said, re.IGNORECASE)] == []
    assert [words for words in case["silent"] if re.search(words, said, re.IGNORECASE)] == []


@each
def test_what_is_mended_has_neither_errors_nor_warnings(capsys, tmp_path, case):
    if case["mended"]:
        status, said = command_output(capsys, tmp_path, "lint", case["mended"])
        assert (status, re.findall("no errors, no warnings", said)) == (0, ["no errors, no warnings"]), said


def test_most_cases_have_a_mended_form():
    assert sum(bool(case["mended"]) for case in THREADS) >= len(THREADS) / 2
