"""Runs exported scripts in an interpreter that knows nothing of this project."""

import atexit
import inspect
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.learned import learned
from pages.take_away.export import export
from pages.take_away.script import read

LEARNED = Path(inspect.getfile(inspect.unwrap(learned))).with_suffix(".npy")
_RUNNER = """
import contextlib, io, json, os, sys, traceback
sys.modules |= {HIDDEN: None} if HIDDEN else {}
plain = lambda value: value if isinstance(value, str) else float(value)

def run(code, name):
    space, said = {"__name__": name, "__file__": "script.py"}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "script", "exec"), space)
    if name == "unsaved" and "draw" in space:
        from matplotlib.figure import Figure
        space["draw"](Figure(figsize=(9, 5), layout="constrained"))
    columns = {str(name): [plain(value) for value in values] for name, values in space["columns"].items()}
    return columns, said.getvalue()

for line in sys.stdin:
    folder, name, programs = json.loads(line)
    os.chdir(folder)
    try:
        answer = [run(code, name) for code in programs]
    except Exception:
        answer = traceback.format_exc()
    print(json.dumps(answer), flush=True)
"""


def exported(path, values):
    """A file below take_away as readers get it, with those of the values that its first paragraph has."""
    script = read(path)
    values = {name: value for name, value in values.items() if name in script.inputs}
    return export(script, values, title="", methods=[*SCHEMES.values(), *RULES.values()])


def columns_of_scripts(scripts):
    """What scripts leave as `columns`, given as their path below take_away and values by name."""
    return columns([exported(*each) for each in scripts], files=[LEARNED])


def columns(programs, *, files=()):
    """What each program leaves as `columns`; the files are those that they read."""
    return [table for table, _ in results(programs, files=files, name="script")]


def outputs(programs, *, files=(), hidden=""):
    """Output of each script when it is run by itself, without the library `hidden`."""
    return [text for _, text in results(programs, files=files, hidden=hidden)]


def results(programs, *, files=(), name="__main__", hidden=""):
    """Columns and output of each script: "__main__" saves a picture, "unsaved" draws it, "script" does neither."""
    return [
        ({column: np.array(values) for column, values in table.items()}, text)
        for table, text in _run(programs, files, name, hidden)
    ]


def _run(programs, files, name, hidden):
    process = _interpreter(hidden)
    with TemporaryDirectory() as folder:
        for file in files:
            shutil.copy(file, folder)
        print(json.dumps([folder, name, [*programs]]), file=process.stdin, flush=True)
        answer = json.loads(process.stdout.readline())
    assert isinstance(answer, list), answer
    return answer


@cache
def _interpreter(hidden):
    """One process for all scripts, so that NumPy and Matplotlib are imported once."""
    command = [sys.executable, "-I", "-c", _RUNNER.replace("HIDDEN", repr(hidden))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    return process
