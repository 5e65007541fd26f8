"""Files for the page that checks configs: each is compared with the lock; the sources suffice for the command."""

import json
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

import pytest

from clockface.command import main, pyodide
from clockface.command.output import output
from tests.clockface.configs import WRONG


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with one file, and a lock that names it."""
    lock = tmp_path / "lock.json"
    lock.write_text(json.dumps({"https://example.org": {"a.js": sha256(b"good").hexdigest()}}))
    monkeypatch.setattr(pyodide, "LOCK", lock)
    (tmp_path / "a.js").write_bytes(b"good")
    return tmp_path


def test_a_file_is_taken_from_a_folder_or_an_address(place):
    assert pyodide.python_files(str(place))["a.js"] == b"good"
    assert pyodide.python_files(place.as_uri())["a.js"] == b"good"


def test_another_file_and_a_missing_one_are_refused(place, capsys):
    (place / "a.js").write_bytes(b"bad")
    with pytest.raises(pyodide.PyodideError, match=r"sha256 of a\.js must be 770e.*, got 2f05"):
        pyodide.python_files(str(place))
    assert main(["pages", str(place / "out"), "--lint", "--pyodide", str(place / "none")]) == 2
    assert "a.js cannot be read from" in capsys.readouterr().err
    assert not (place / "out").exists()


def test_the_sources_are_all_that_lint_needs(place):
    """A Python with only these files, NumPy and the standard library prints the same."""
    sources = pyodide.python_files(str(place))["clockface.zip"]
    assert sources == pyodide.python_files(str(place))["clockface.zip"]
    ZipFile(BytesIO(sources)).extractall(place / "sources")
    (place / "wrong.json").write_text(WRONG)
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(place / "sources")!r})
        for name in ("streamlit", "pandas", "plotly", "ml_dtypes", "PIL"):
            sys.modules[name] = None
        from clockface.command.output import output
        print(output(["lint", "wrong.json"]), end="")
    """
    run = subprocess.run(
        [sys.executable, "-I", "-c", script], cwd=place, capture_output=True, text=True, check=True
    )
    assert run.stdout == output(["lint", str(place / "wrong.json")]).replace(f"{place}/", "")


def test_output_has_what_goes_wrong_too():
    assert "must be a whole number" in output(["lint", "--target=many", "a.json"])
