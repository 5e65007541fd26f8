"""`make audit` reports vulnerabilities, and never passes silently without an audit."""

import json
import runpy

import pytest

from tests.house import ROOT

summary = runpy.run_path(str(ROOT / ".ci/audit.py"))["summary"]
CLEAN = {"name": "numpy", "version": "2.4.6", "vulns": []}
UNKNOWN = {"name": "plotly", "skip_reason": "Dependency not found"}
VULNERABLE = {"name": "urllib3", "version": "1.25.0", "vulns": [{"id": "PYSEC-2020-148"}]}


def report(*libraries):
    return json.dumps({"dependencies": libraries, "fixes": []})


def test_a_vulnerability_is_an_error_that_names_it():
    with pytest.raises(SystemExit, match=r"urllib3 1\.25\.0: PYSEC-2020-148"):
        summary(report(CLEAN, UNKNOWN, VULNERABLE), "")


def test_libraries_that_could_not_be_audited_are_named():
    assert summary(report(CLEAN), "") == "1 libraries audited: no known vulnerabilities"
    assert summary(report(CLEAN, UNKNOWN), "").endswith("NOT AUDITED, unknown to the source of advisories: plotly")


def test_an_unreachable_source_is_no_error_but_is_said():
    messages = "requests.exceptions.ConnectionError: HTTPSConnectionPool(…): Max retries exceeded"
    assert summary(None, messages).startswith("NOT AUDITED: no library")


def test_any_other_failure_of_pip_audit_is_an_error():
    with pytest.raises(SystemExit, match="invalid requirements input"):
        summary(None, "ERROR: invalid requirements input: requirements.lock")
