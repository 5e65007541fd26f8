"""Settings and requirements that measurements or promises depend on; `make audit`."""

import json
import re
import runpy
import tomllib

import pytest

from core import __version__
from tests.house import ROOT

# ---- Settings and requirements that measurements or promises depend on.


def test_no_full_garbage_collection_after_each_run():
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["runner"]["postScriptGC"] is False


def test_requirements_are_pinned_exactly():
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-torch.txt"):
        lines = (ROOT / name).read_text().split("\n")
        requirements = [line for line in lines if line and not line.startswith(("#", "-r "))]
        assert requirements
        assert all(re.fullmatch(r"[A-Za-z0-9_.-]+(\[[a-z,]+\])?==[0-9][0-9.]*", line) for line in requirements)


def test_app_needs_no_more_than_it_says():
    lines = (ROOT / "requirements.txt").read_text().split()
    assert [re.split(r"\[|==", line)[0] for line in lines] == [
        "streamlit",
        "numpy",
        "plotly",
        "pandas",
        "ml_dtypes",
        "redis",
        "segno",
        "markdown-it-py",
    ]


def test_image_holds_what_the_app_reads_and_no_more():
    exceptions = {line for line in (ROOT / ".dockerignore").read_text().split("\n") if line.startswith("!")}
    needed = {
        "requirements.lock",
        "app.py",
        ".streamlit",
        "components",
        "core",
        "figures",
        "lessons",
        "model_configs",
        "pages",
    }
    needed |= {"take_away", "clockface", "training/extrapolation.py"}
    packages = {f"deploy/{file.parent.name}" for file in (ROOT / "deploy").glob("*/*.py")}
    assert exceptions == {f"!{name}" for name in needed | {"deploy/*.py"} | packages}


def test_image_holds_the_folders_of_files_that_core_reads():
    exceptions = (ROOT / ".dockerignore").read_text().split("\n")
    files = [path for path in (ROOT / "core").rglob("*.py") if path.name != "__init__.py"]
    beside = {name for path in files for name in re.findall(r'parents\[\d\] / "(\w+)"', path.read_text("utf-8"))}
    assert "lessons" in beside
    assert [name for name in beside if f"!{name}" not in exceptions] == []


def test_image_does_not_run_as_root():
    assert re.search(r"^USER 1000\b", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def test_the_citation_names_the_version():
    cited = dict(
        line.split(": ", 1) for line in (ROOT / "CITATION.cff").read_text("utf-8").splitlines() if ": " in line
    )
    assert cited["version"] == __version__
    assert cited["license"] == "MIT"


# ---- `make audit` reports vulnerabilities, and never passes silently without an audit.

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
