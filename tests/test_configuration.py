"""Settings and requirements that measurements or promises depend on."""

import re
import tomllib

from core import __version__
from tests.house import ROOT


def test_no_full_garbage_collection_after_each_run():
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["runner"]["postScriptGC"] is False


def test_requirements_are_pinned_exactly():
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-torch.txt"):
        lines = (ROOT / name).read_text().split("\n")
        wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
        assert wanted
        assert all(re.fullmatch(r"[A-Za-z0-9_.-]+(\[[a-z,]+\])?==[0-9][0-9.]*", line) for line in wanted)


def test_app_needs_no_more_than_it_says():
    lines = (ROOT / "requirements.txt").read_text().split()
    assert [re.split(r"\[|==", line)[0] for line in lines] == [
        "streamlit",
        "numpy",
        "plotly",
        "pandas",
        "ml_dtypes",
        "pillow",
        "redis",
        "segno",
    ]


def test_image_holds_what_the_app_reads_and_no_more():
    kept = {line for line in (ROOT / ".dockerignore").read_text().split("\n") if line.startswith("!")}
    needed = {"requirements.lock", "app.py", ".streamlit", "components", "core", "figures", "lessons", "pages"}
    needed |= {"take_away", "clockface", "docs/findings.md", "training/extrapolation.py"}
    packages = {f"deploy/{file.parent.name}" for file in (ROOT / "deploy").glob("*/__init__.py")}
    assert kept == {f"!{name}" for name in needed | {"deploy/*.py"} | packages}


def test_image_holds_the_folders_of_files_that_core_reads():
    kept = (ROOT / ".dockerignore").read_text().split("\n")
    files = [path for path in (ROOT / "core").rglob("*.py") if path.name != "__init__.py"]
    beside = {name for path in files for name in re.findall(r'parents\[\d\] / "(\w+)"', path.read_text("utf-8"))}
    assert "lessons" in beside
    assert [name for name in beside if f"!{name}" not in kept] == []


def test_image_does_not_run_as_root():
    assert re.search(r"^USER 1000\b", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def test_the_citation_names_the_version():
    cited = dict(
        line.split(": ", 1) for line in (ROOT / "CITATION.cff").read_text("utf-8").splitlines() if ": " in line
    )
    assert cited["version"] == __version__
    assert cited["license"] == "MIT"
