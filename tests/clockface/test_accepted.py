"""What a project accepts is left out and counted, with a reason; what cannot be read is refused with its place."""

import json

import pytest

from clockface.command import main
from tests.clockface.configs import DOUBTFUL, WRONG, write

REASON = 'reason = "trained so"'


@pytest.fixture
def lint(capsys, tmp_path, monkeypatch):
    """Run in a folder with a doubtful config: status, output, and what is written to standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "models").mkdir()
    write(tmp_path / "models", config=DOUBTFUL)

    def run(*options):
        status = main(["lint", "models/config.json", "--strict", *options])
        return status, *capsys.readouterr()

    return run


def test_a_finding_that_is_named_is_left_out_and_counted(lint):
    assert lint()[0] == 1
    status, output, _ = lint("--ignore", "base-small")
    assert status == 0
    assert output.endswith("no errors, no warnings shown; 1 accepted\n") or "; 1 accepted" in output


def test_a_name_that_no_finding_has_is_refused(lint, capsys):
    with pytest.raises(SystemExit) as stopped:
        lint("--ignore", "no-such-thing")
    assert stopped.value.code == 2
    assert "must be the name of a finding" in capsys.readouterr().err


@pytest.mark.parametrize("name", [".clockface.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    ("entry", "status"),
    [
        ('rule = "base-small"', 0),
        ('rule = "base-small"\nfiles = "models/*"', 0),
        ('rule = "base-small"\nfiles = "other/*"', 1),
        ('rule = "base-small"\nkey = "rope_theta"', 0),
        ('rule = "base-small"\nkey = "factor"', 1),
        ('rule = "target"', 1),
    ],
)
def test_settings_accept_what_they_name(lint, tmp_path, name, entry, status):
    head = "[[ignore]]" if name.startswith(".") else "[[tool.clockface.ignore]]"
    (tmp_path / name).write_text(f"{head}\n{entry}\n{REASON}\n")
    assert lint()[0] == status


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[ignore]]\nrule = "base-small"\n', "must have rule and reason"),
        (f'[[ignore]]\nrule = "nothing"\n{REASON}', "must be the name of a finding"),
        (f"[[ignore]]\nrule = 3\n{REASON}", "must hold texts"),
        ("[[ignore", "must be TOML"),
        ("ignore = 3", "must hold [[ignore]]"),
        ("strict = true", "must hold [[ignore]]"),
    ],
)
def test_settings_that_cannot_be_read_are_refused(lint, tmp_path, text, says):
    (tmp_path / ".clockface.toml").write_text(text)
    status, output, errors = lint()
    assert (status, output) == (2, "")
    assert says in errors


def test_a_baseline_holds_what_was_found_and_no_more(lint, tmp_path):
    assert lint("--write-baseline", "base.json")[0] == 0
    assert json.loads((tmp_path / "base.json").read_text())["accepted"] == [
        {"file": "models/config.json", "rule": "base-small", "key": "rope_theta"}
    ]
    assert lint("--baseline", "base.json")[0] == 0
    write(tmp_path / "models", config=WRONG)
    status, output, _ = lint("--baseline", "base.json")
    assert status == 1
    assert "factor-below-one" in output


@pytest.mark.parametrize("text", ["", "[]", '{"layout": 2}', '{"layout": 1, "accepted": [3]}'])
def test_a_baseline_that_lint_has_not_written_is_refused(lint, tmp_path, text):
    (tmp_path / "base.json").write_text(text)
    status, _, errors = lint("--baseline", "base.json")
    assert status == 2
    assert "base.json: must" in errors


@pytest.mark.parametrize("text", ["128k", "128K", "131072", "131,072"])
def test_a_target_may_be_told_in_thousands(lint, text):
    assert "131,072 tokens are more" in lint("--target", text)[1]


@pytest.mark.parametrize("text", ["k", "1.5k", "12kk", "²k", "99999999999m"])
def test_a_target_that_is_no_length_is_refused(lint, text):
    with pytest.raises(SystemExit):
        lint("--target", text)


def test_numbers_are_numbers_in_json_with_their_unit_beside(lint):
    (record,) = json.loads(lint("--format", "json")[1])
    values = {each["name"]: each for each in record["read"]}
    assert (values["claimed"]["value"], values["claimed"]["unit"]) == (8192, "tokens")
    assert values["claimed"]["text"] == "8,192 tokens"
    assert (values["base"]["value"], values["base"]["unit"]) == (500.0, None)
    assert values["rule"]["value"] == "Unscaled"
