"""The GitHub Action and the hook of pre-commit run `clockface lint` on the intended files."""

import os
import re
import subprocess
import sys

import pytest
import yaml

from tests.clockface.configs import FINE, WRONG
from tests.clockface.sarif import expect_sarif
from tests.house import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
# Stands in for `python -m venv FOLDER`: pip does nothing, and clockface is that of the source tree.
PYTHON = f"""#!/bin/sh
mkdir -p "$3/bin"
printf '#!/bin/sh\\n' > "$3/bin/pip"
printf '#!/bin/sh\\nPYTHONPATH={ROOT} exec {sys.executable} -m clockface "$@"\\n' > "$3/bin/clockface"
chmod +x "$3/bin/pip" "$3/bin/clockface"
"""


@pytest.fixture
def action(tmp_path):
    """Runs the action's step in a folder with two configs."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").write_text(PYTHON)
    (tmp_path / "bin/python").chmod(0o755)
    for name, text in (("models/my model", WRONG), ("fine", FINE)):
        (tmp_path / "work" / name).mkdir(parents=True)
        (tmp_path / "work" / name / "config.json").write_text(text)

    def run(**inputs):
        values = {name: declared["default"] for name, declared in ACTION["inputs"].items()} | inputs
        environment = {
            "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
            "RUNNER_TEMP": str(tmp_path),
            "ACTION": str(ROOT),
        }
        return subprocess.run(
            ["bash", ROOT / ".ci/lint_action"],
            cwd=tmp_path / "work",
            env=environment | {name.upper(): value for name, value in values.items()},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_action_finds_the_files_and_fails_with_the_cure(action, tmp_path):
    outcome = action(sarif="out.sarif", target="100000")
    assert outcome.returncode == 1, outcome.stderr
    assert "::error file=models/my model/config.json,line=9" in outcome.stdout
    assert 'cure: {"rope_scaling": {"factor": 4.0}}' in outcome.stdout
    assert "::warning file=fine/config.json" in outcome.stdout
    expect_sarif(yaml.safe_load((tmp_path / "work/out.sarif").read_text("utf-8")))


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ({"files": "fine/*.json"}, 0),
        ({"files": "fine/*.json", "target": "100000", "strict": "true"}, 1),
        ({"files": "nothing/*.json"}, 2),
        ({"files": "$(touch made)"}, 2),
        ({"files": "fine/*.json", "target": "1; touch made"}, 2),
    ],
)
def test_the_action_ends_as_lint_does_and_obeys_no_input(action, tmp_path, inputs, status):
    assert action(**inputs).returncode == status
    assert not (tmp_path / "work/made").exists()


def test_every_input_of_the_action_reaches_its_script():
    (step,) = [step for step in ACTION["runs"]["steps"] if "run" in step]
    assert {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]} <= set(step["env"].values())
    assert "${{" not in step["run"]


@pytest.mark.parametrize(
    ("file", "matches"),
    [("config.json", True), ("models/a/config.json", True), ("params.json", True), ("myconfig.json", False)],
)
def test_the_hook_takes_configs(file, matches):
    assert HOOK["entry"] == "clockface lint"
    assert bool(re.search(HOOK["files"], file)) == matches
