"""What is measured or promised about the files that configure the app."""

import re
import tomllib

from tests.house import ROOT


def test_no_full_garbage_collection_after_each_run():
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["runner"]["postScriptGC"] is False


def test_requirements_are_pinned_exactly():
    for name in ("requirements.txt", "requirements-dev.txt"):
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
    ]


def test_image_holds_what_the_app_reads_and_no_more():
    kept = {line for line in (ROOT / ".dockerignore").read_text().split("\n") if line.startswith("!")}
    needed = {"requirements.txt", "app.py", ".streamlit", "components", "core", "figures", "pages"}
    assert kept == {f"!{name}" for name in needed | {"deploy/serve.py"}}


def test_image_does_not_run_as_root():
    assert re.search(r"^USER 1000\b", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
