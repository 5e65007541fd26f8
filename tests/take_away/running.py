"""Runs exported scripts in an interpreter that knows nothing of this project."""

import json
import shutil
import subprocess
import sys
from tempfile import TemporaryDirectory

import numpy as np

_RUNNER = """
import contextlib, io, json, sys
sys.modules |= {HIDDEN: None} if HIDDEN else {}
plain = lambda value: value if isinstance(value, str) else float(value)
answers = []
for code in json.load(sys.stdin):
    space, said = {"__name__": NAME, "__file__": "script.py"}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "script", "exec"), space)
    columns = {str(name): [plain(value) for value in values] for name, values in space["columns"].items()}
    answers.append([columns, said.getvalue()])
json.dump(answers, sys.stdout)
"""


def columns(programs, *, files=()):
    """What each script leaves as `columns`.

    Parameters
    ----------
    programs : list of str
    files : iterable of Path
        That they read.
    """
    return [
        {name: np.array(values) for name, values in table.items()} for table, _ in _run(programs, files, "script")
    ]


def outputs(programs, *, files=(), hidden=""):
    """Output of each script when it is run by itself, without the library `hidden`."""
    return [text for _, text in _run(programs, files, "__main__", hidden)]


def _run(programs, files, name, hidden=""):
    with TemporaryDirectory() as folder:
        for file in files:
            shutil.copy(file, folder)
        outcome = subprocess.run(
            [sys.executable, "-I", "-c", _RUNNER.replace("NAME", repr(name)).replace("HIDDEN", repr(hidden))],
            input=json.dumps(programs),
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
        )
    assert not outcome.returncode, outcome.stderr
    return json.loads(outcome.stdout)
