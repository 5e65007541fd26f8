"""Calls functions and runs scripts to take away, as exported, in a clean interpreter, one for many calls."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from core.beyond_text.contents import METHODS as BEYOND_TEXT
from core.scaling import RULES
from core.schemes import SCHEMES
from pages.take_away import pytorch
from pages.take_away.export import export, folder_of, stem_of
from pages.take_away.script import read

ROOT = Path(__file__).parents[2]
BESIDE = str(ROOT / "core/schemes/script.py")  # where a script would lie to find the files that it reads
EVERY = [*SCHEMES.values(), *RULES.values()]
METHODS = [*EVERY, *BEYOND_TEXT.values()]
_CALLS = """
import json, sys
import numpy as np
library, beside = sys.argv[1:]
if library == "torch":
    import torch

def received(value):
    if not isinstance(value, list):
        return value
    return torch.tensor(value, dtype=torch.float64) if library == "torch" else np.array(value, dtype=float)

answers, spaces = [], {}
for call in json.load(sys.stdin):
    if call["module"] not in spaces:
        spaces[call["module"]] = {"__name__": "script", "__file__": beside}
        exec(compile(call["program"], call["module"], "exec"), spaces[call["module"]])
    space = spaces[call["module"]]
    values = {name: received(value) for name, value in call["options"].items()}
    result = space[call["function"]](*map(received, call["inputs"]), **values)
    for array in map(np.asarray, result if isinstance(result, tuple) else [result]):
        answers.append([array.astype(float).ravel().tolist(), array.shape])
json.dump(answers, sys.stdout)
"""
_SCRIPTS = """
import json, sys
import numpy as np
answers = []
for program in json.load(sys.stdin):
    space = {"__name__": "script", "__file__": sys.argv[1]}
    exec(compile(program, "script", "exec"), space)
    answers.append({name: np.asarray(values).tolist() for name, values in space["columns"].items()})
json.dump(answers, sys.stdout)
"""


@dataclass(frozen=True)
class Call:
    """A call of a function of a file below take_away, whose lists become arrays or tensors of float64."""

    module: str  # such as "take_away.schemes.rope_torch"
    function: str
    inputs: tuple[Any, ...] = ()  # numbers, texts or nested lists
    options: dict[str, Any] = field(default_factory=dict)


def results(calls: Sequence[Call], library: str = "numpy") -> list[np.ndarray]:
    """What the calls return, in order; a tuple counts as several results. The functions take `library`'s arrays."""
    programs = {call.module: program(call.module) for call in calls}
    requests = [{**vars(call), "program": programs[call.module]} for call in calls]
    answers = _run(_CALLS, requests, library, BESIDE)
    return [np.reshape(values, shape) for values, shape in answers]


def program(module: str) -> str:
    """A file below take_away as readers get it."""
    folder, stem = module.split(".")[1:]
    if stem.endswith("_torch"):
        of_stem = {f"take_away.{folder_of(method)}.{stem_of(method)}_torch": method for method in METHODS}
        return pytorch.program([of_stem[module]])
    return export(read(f"{folder}/{stem}"), {}, title="")


def columns_of_scripts(scripts: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, list[Any]]]:
    """What scripts leave as `columns`, each exported with other values in its first paragraph.

    Parameters
    ----------
    scripts : sequence of (str, mapping)
        Path below take_away without its ending, and values by name; names without an assignment are ignored.
    """
    programs = []
    for path, settings in scripts:
        script = read(path)
        values = {name: value for name, value in settings.items() if name in script.inputs}
        programs.append(export(script, values, title="", methods=EVERY))
    return _run(_SCRIPTS, programs, BESIDE)


def run_as_scripts(paths: Sequence[Path], folder: Path) -> None:
    """Run files as `__main__` in one clean interpreter, in a folder where they leave what they save."""
    code = "import runpy, sys\nsys.path.insert(0, sys.argv[1])\nfor path in sys.argv[2:]:\n"
    code += "    runpy.run_path(path, run_name='__main__')\n"
    command = [sys.executable, "-I", "-W", "error", "-c", code, str(ROOT), *map(str, paths)]
    outcome = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not outcome.returncode, outcome.stderr


def _run(code: str, request: Any, *arguments: str) -> Any:
    command = [sys.executable, "-I", "-W", "error", "-c", code, *arguments]
    outcome = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=False)
    assert not outcome.returncode, outcome.stderr
    return json.loads(outcome.stdout)
