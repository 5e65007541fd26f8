"""What every component's folder holds."""

import pytest

from tests.house import ROOT

FOLDERS = sorted(path.parent for path in (ROOT / "components").glob("*/__init__.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_script_and_style_bear_the_folders_name(folder):
    script = (folder / f"{folder.name}.js").read_text("utf-8")
    assert script.count("\n") > 1  # Streamlit takes a single line for a path
    assert "export default function" in script
    assert (folder / f"{folder.name}.css").read_text("utf-8").count("\n") > 1


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_fetched(folder):
    for end in ("js", "css"):
        text = (folder / f"{folder.name}.{end}").read_text("utf-8")
        assert not any(sign in text for sign in ("http://", "https://", "import(", "@import", "fetch("))
