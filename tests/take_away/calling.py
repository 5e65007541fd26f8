"""Calls functions of take_away's files in a clean interpreter that has only that folder, one for many calls."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
_INTERPRETER = """
import importlib, json, sys
root, library = sys.argv[1:]
sys.path.insert(0, root)
import numpy as np
if library == "torch":
    import torch

def received(value):
    if not isinstance(value, list):
        return value
    return torch.tensor(value, dtype=torch.float64) if library == "torch" else np.array(value, dtype=float)

answers = []
for call in json.load(sys.stdin):
    function = getattr(importlib.import_module(call["module"]), call["function"])
    values = {name: received(value) for name, value in call["options"].items()}
    result = function(*map(received, call["inputs"]), **values)
    for array in map(np.asarray, result if isinstance(result, tuple) else [result]):
        answers.append([array.astype(float).ravel().tolist(), array.shape])
assert not {"core", "pandas", "streamlit"} & set(sys.modules), "take_away must stand alone"
json.dump(answers, sys.stdout)
"""


@dataclass(frozen=True)
class Call:
    """A call of a function, whose lists become arrays or tensors of float64.

    Parameters
    ----------
    module, function : str
        Such as "take_away.schemes.rope" and "rope".
    inputs : tuple
        Positional arguments: numbers, texts or nested lists.
    options : mapping
        Keyword arguments.
    """

    module: str
    function: str
    inputs: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


def results(calls: Sequence[Call], library: str = "numpy") -> list[np.ndarray]:
    """What the calls return, in order; a tuple counts as several results.

    Parameters
    ----------
    calls : sequence of Call
    library : {"numpy", "torch"}
        What the functions take.
    """
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", _INTERPRETER, str(ROOT), library],
        input=json.dumps([vars(call) for call in calls]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return [np.reshape(values, shape) for values, shape in json.loads(done.stdout)]


_SCRIPTS = """
import ast, json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import numpy as np

answers = []
for path, given in json.load(sys.stdin):
    tree = ast.parse(Path(path).read_text("utf-8"), path)
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in given:
            node.value = ast.parse(repr(given[node.targets[0].id]), mode="eval").body
    space = {"__name__": "script", "__file__": path}
    exec(compile(ast.fix_missing_locations(tree), path, "exec"), space)
    answers.append({name: np.asarray(values).tolist() for name, values in space["columns"].items()})
assert not {"core", "pandas", "streamlit"} & set(sys.modules), "take_away must stand alone"
json.dump(answers, sys.stdout)
"""


def columns_of_scripts(scripts: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, list[Any]]]:
    """What scripts leave as `columns`, each run with other values in its first paragraph.

    Parameters
    ----------
    scripts : sequence of (str, mapping)
        Path below take_away without its ending, and values by name; names without an assignment are ignored.
    """
    asked = [[str(ROOT / f"take_away/{path}.py"), given] for path, given in scripts]
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", _SCRIPTS, str(ROOT)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def run_as_scripts(paths: Sequence[Path], folder: Path) -> None:
    """Run files as `__main__` in one clean interpreter, in a folder where they leave what they save."""
    code = "import runpy, sys\nsys.path.insert(0, sys.argv[1])\nfor path in sys.argv[2:]:\n"
    code += "    runpy.run_path(path, run_name='__main__')\n"
    command = [sys.executable, "-I", "-W", "error", "-c", code, str(ROOT), *map(str, paths)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
