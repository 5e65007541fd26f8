"""The wheel holds the app and runs alone; its widgets check their values."""

import json
import logging
import re
import runpy
import subprocess
import sys
import sysconfig
import tomllib
import zipfile

import numpy as np
import pytest
import traitlets
from packaging.requirements import Requirement

from clockface import public
from clockface.widgets import Clocks, RoPE, Sentence
from core import __version__
from model_configs.model_config import read_config
from tests.clockface.configs import FINE, WRONG, write
from tests.deploy.local_server import answers, free_port, wait
from tests.house import ROOT

# ---- The wheel holds the app below `clockface` and nothing else, and works where there is no source tree.

rewritten = runpy.run_path(str(ROOT / ".ci/wheel.py"))["rewritten"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Path of the wheel, built as `make wheel` does, but with hatchling from this environment."""
    folder = tmp_path_factory.mktemp("dist")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)
    (file,) = folder.iterdir()
    return file


def test_the_wheel_holds_the_whole_app_and_nothing_beside_it(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        modules = {name: archive.read(name).decode() for name in names if name.endswith(".py")}
    info = f"clockface-{__version__}.dist-info/"
    assert {name.split("/")[0] + "/" for name in names} == {"clockface/", info}
    assert not [name for name in names if re.search(r"tests?/|test_|__pycache__|\.pyc$|bench/|\.yaml$", name)]
    folders = "core model_configs pages components figures lessons take_away training .streamlit".split()
    command = ["git", "ls-files", "-z", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    sources = listed.strip("\0").split("\0")
    assert [name for name in sources if f"clockface/{name}" not in names] == []
    assert len(sources) > 500
    assert {f"{info}licenses/LICENSE", f"{info}licenses/core/words/minilm/LICENSE"} <= names
    top = re.compile(r"^\s*(from|import) (core|pages|figures|components|deploy)\b", re.MULTILINE)
    assert [name for name, source in modules.items() if top.search(source)] == []


def test_the_wheel_is_used_where_there_is_no_source_tree(wheel, tmp_path):
    clockface = installed(wheel, tmp_path)
    wrong, fine = write(tmp_path, wrong=WRONG, fine=FINE)

    def run(*arguments, status=0):
        outcome = subprocess.run([*arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (outcome.returncode, outcome.stderr) == (status, "")
        return outcome.stdout

    assert run(clockface, "--version").strip() == f"clockface {__version__}"
    assert "factor-below-one" in run(clockface, "lint", wrong, fine, status=1)
    assert "base 500,000" in run(clockface, "explain", fine)
    run(clockface, "frequencies", fine, "--length", "8192", "--out", "expected.npz")
    inverse = np.load(tmp_path / "expected.npz")["full_attention/inverse_frequencies"]
    np.testing.assert_array_equal(inverse, read_config(FINE).frequencies(8192).inverse)
    script = f"""if True:
        import json, sys
        import clockface
        from clockface import {", ".join(public.__all__)}
        missing = [name for name in clockface.__all__ if not (getattr(clockface, name).__doc__ or "").strip()]
        from clockface.core.words import minilm
        likeness = minilm.likeness(minilm.run("dog bites man"), minilm.run("man bites dog"))
        tops = sorted({{"core", "model_configs", "pages", "streamlit", "plotly", "pandas"}} & set(sys.modules))
        print(json.dumps([missing, tops, clockface.__file__, sinusoidal([1], 2).tolist(), round(likeness, 2)]))
    """
    missing, tops, place, table, likeness = json.loads(run(str(clockface.parent / "python"), "-I", "-c", script))
    assert (missing, tops, table, likeness) == ([], [], [[np.sin(1), np.cos(1)]], 0.91)
    assert str(tmp_path) in place
    serve(clockface, tmp_path)


def installed(wheel, folder):
    """The command in a new environment, which has the libraries of this one and nothing of the source tree."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    python = folder / "env/bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    command = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    there = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    with open(f"{there}/libraries.pth", "w") as libraries:
        libraries.write(sysconfig.get_path("purelib") + "\n")
    return folder / "env/bin/clockface"


def serve(clockface, folder):
    """Every room opens: `/ready` answers once each has been opened without an exception."""
    port = free_port()
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(
            [clockface, "serve", "--port", str(port)], cwd=folder, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            wait(process, lambda: answers(f"http://127.0.0.1:{port}/ready"), (folder / "log").read_text)
        finally:
            process.kill()
            process.wait(timeout=20)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from core.similarity import x", "from clockface.core.similarity import x"),
        ("if True:\n    from pages import shared", "if True:\n    from clockface.pages import shared"),
        ('"""\n>>> from core.a import b\n"""', '"""\n>>> from clockface.core.a import b\n"""'),
        ("from corex import y", "from corex import y"),
        ("from clockface.command import main", "from clockface.command import main"),
        ("from . import core", "from . import core"),
        ("import numpy as core", "import numpy as core"),
    ],
)
def test_imports_are_rewritten_line_by_line(source, expected):
    assert rewritten(source, "a.py") == expected


@pytest.mark.parametrize("source", ["import core.similarity", "x = 1; from core.a import b"])
def test_an_import_that_would_stay_at_the_top_fails_the_build(source):
    with pytest.raises(ValueError, match=r"a\.py imports core"):
        rewritten(source, "a.py")


def test_the_wheel_asks_for_what_the_app_is_tested_with():
    pinned = [Requirement(line) for line in (ROOT / "requirements.txt").read_text("utf-8").split()]
    dependencies = {requirement.name: requirement for requirement in map(Requirement, PROJECT["dependencies"])}
    assert set(dependencies) == {each.name for each in pinned}
    for each in pinned:
        (version,) = {specifier.version for specifier in each.specifier}
        assert version in dependencies[each.name].specifier
        assert each.extras == dependencies[each.name].extras


# ---- Widgets take what their sliders take, and refuse everything else with its reason.


def test_values_at_the_start_and_later_are_checked():
    clocks = Clocks(d_model=64, base=10_000, position=20)
    assert (clocks.d_model, clocks.base, clocks.length, clocks.clocks_shown) == (64, 10_000, 128, 6)
    clocks.base = 9_999.5
    invalid = [("base", 1), ("base", float("nan")), ("d_model", 1.5), ("clocks_shown", 5), ("length", 2**21)]
    for name, value in invalid:
        with pytest.raises(traitlets.TraitError, match=name):
            setattr(clocks, name, value)
    with pytest.raises(traitlets.TraitError, match="head_dim"):
        RoPE(head_dim=3)
    with pytest.raises(TypeError, match=r"Sentence takes d_model, .*; got speed"):
        Sentence(speed=3)


def test_another_widgets_traits_are_its_own():
    first, second = Clocks(base=100), Clocks(base=200)
    first.base = 300
    assert (first.base, second.base) == (300, 200)


def test_the_process_is_as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Clocks().save("clocks.mjs")
    assert "export default" in (tmp_path / "clocks.mjs").read_text("utf-8")
    assert logging.root.manager.disable == logging.NOTSET
