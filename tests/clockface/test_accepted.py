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


@pytest.mark.parametrize("place", [".", "models", "models/deep"])
def test_settings_are_looked_for_from_the_folder_of_the_file_upwards(lint, tmp_path, monkeypatch, place):
    (tmp_path / "models/deep").mkdir()
    write(tmp_path / "models/deep", config=DOUBTFUL)
    pattern = "*deep/config.json" if place == "." else "*config.json"
    (tmp_path / place / ".clockface.toml").write_text(
        f'[[ignore]]\nrule = "base-small"\nfiles = "{pattern}"\n{REASON}\n'
    )
    monkeypatch.chdir(tmp_path / "models")
    assert main(["lint", "deep/config.json", "--strict"]) == 0


def test_settings_above_a_repository_are_not_its_own(lint, tmp_path):
    (tmp_path / "models/.git").mkdir()
    (tmp_path / "models/.clockface.toml").write_text("")
    (tmp_path / ".clockface.toml").write_text(f'[[ignore]]\nrule = "base-small"\n{REASON}\n')
    assert lint()[0] == 1


COMMAND = "llama-server -m Qwen3-32B-Q4_K_M.gguf \\\n  --host 0.0.0.0 \\\n  -c 131072\n"  # for 40,960 tokens
COMPOSE = """services:
  one:
    image: ghcr.io/ggml-org/llama.cpp:server
    command:
      - -m
      - Qwen3-32B-Q4_K_M.gguf
      - -c  # {}
      - "131072"
"""
IGNORE = "clockface: ignore=length-capped the server rejects longer texts"


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("start.sh", f"set -e\n# {IGNORE}\n{COMMAND}", 0),
        ("start.sh", f"# {IGNORE}\n# of the class of 2026\n{COMMAND}", 0),  # a block of comments above
        ("start.sh", f"{COMMAND.strip()}  # {IGNORE}\n", 0),
        ("start.sh", f"# {IGNORE}\n\n{COMMAND}", 1),  # about nothing
        ("start.sh", f"# {IGNORE.replace('capped', 'capped,target')}\n{COMMAND}", 0),
        ("start.sh", f"# {IGNORE.replace('length-capped', 'target')}\n{COMMAND}", 1),
        ("compose.yaml", COMPOSE.format(IGNORE), 0),
        ("compose.yaml", COMPOSE.format("long"), 1),
        ("Modelfile", f"FROM qwen3:32b\n# {IGNORE}\nPARAMETER num_ctx 131072\n", 0),
    ],
)
def test_a_comment_accepts_what_it_names_where_it_stands(capsys, tmp_path, monkeypatch, name, text, status):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    assert main(["lint", name, "--strict"]) == status, capsys.readouterr().out
    assert ("accepted" in capsys.readouterr().out) == (status == 0)


@pytest.mark.parametrize(
    ("comment", "says"),
    [
        (
            "clockface: ignore=length-caped it is so",
            "start.sh:1: a comment to ignore a finding must be the name of",
        ),
        ("clockface: ignore=length-capped", "start.sh:1: a comment to ignore a finding must have a reason"),
    ],
)
def test_a_comment_without_a_known_name_or_a_reason_is_refused(capsys, tmp_path, monkeypatch, comment, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "start.sh").write_text(f"# {comment}\n{COMMAND}")
    assert main(["lint", "start.sh"]) == 2
    assert says in capsys.readouterr().err


def test_json_has_no_comments(lint, tmp_path):
    (tmp_path / "models/config.json").write_text(f"// # {IGNORE}\n{DOUBTFUL}")
    assert lint()[0] == 1


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
