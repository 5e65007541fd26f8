"""Right files of others pass `clockface lint --strict` without a warning, and a mistake in one of them does not."""

import json

import pytest

from clockface.command import main
from tests.clockface.configs import RIGHT


def cases(*kinds):
    """The files of some kinds, by their names."""
    return pytest.mark.parametrize(
        "case", [pytest.param(each, id=each["name"]) for kind in kinds for each in RIGHT[kind]]
    )


@pytest.fixture
def lint(capsys, tmp_path):
    """Check files of a folder by their names and texts: status, and what is printed."""

    def run(files, *options):
        for name, text in files.items():
            (tmp_path / name).write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
        status = main(["lint", str(tmp_path / next(iter(files))), "--strict", *options])
        return status, "".join(capsys.readouterr())

    return run


def test_there_are_enough_and_each_has_a_source():
    assert [len(RIGHT[kind]) >= least for kind, least in (("configs", 40), ("headers", 10), ("commands", 20))] == [
        True
    ] * 3
    every = [each for kind in ("configs", "headers", "commands") for each in RIGHT[kind]]
    assert all(each["source"].startswith("https://github.com/") for each in every)
    for kind in ("configs", "headers", "commands"):
        assert len({each["name"] for each in RIGHT[kind]}) == len(RIGHT[kind])


@cases("configs", "headers")
def test_a_right_config_is_silent(lint, case):
    status, output = lint({"config.json": case["config"], **case.get("beside", {})})
    assert status == 0, output


@cases("commands")
def test_a_right_command_is_silent(lint, case):
    status, output = lint({case["file"]: case["text"]})
    assert status == 0, output


@pytest.mark.parametrize(
    ("name", "entries", "says"),
    [
        ("phi-1, half of a head, told twice", {"rotary_dim": 16}, "unread-beside"),  # 32 features turn
        ("Pythia 410M, its share under two names", {"rope_theta": 500_000}, "unread-beside"),
        ("SmolLM 1.7B", {"rope_theta": None, "max_position_embeddings": 32_768}, "base-lost"),
        ("XVERSE-7B, of a code of its own", {"auto_map": None}, "base-missing"),
        ("Qwen3-Embedding-8B", {"rope_scaling": {"rope_type": "yarn", "factor": 0.5}}, "factor-below-one"),
    ],
)
def test_a_mistake_in_a_right_config_is_found(lint, name, entries, says):
    (case,) = [each for each in RIGHT["configs"] if each["name"] == name]
    config = {key: value for key, value in (case["config"] | entries).items() if value is not None}
    status, output = lint({"config.json": config})
    assert (status, f"[{says}]" in output) == (1, True), output
