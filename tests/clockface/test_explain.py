"""`clockface explain` prints the sentences of the room Model, at the width of the terminal."""

import json

import pytest

from clockface.command import main
from clockface.command.prose import plain
from pages.shared.words import read
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/model.md")
YARN = (
    {"model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 36}
    | {"head_dim": 128, "rope_theta": 1000000, "max_position_embeddings": 40960}
    | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}
)


def explain(capsys, tmp_path, config, *options):
    """The lines that are printed."""
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config))
    assert main(["explain", str(file), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [60, 100])
def test_the_sentences_are_those_of_the_room(capsys, tmp_path, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    told = explain(capsys, tmp_path, YARN, "--target", "131072")
    for heading in ("Turns", "All seen", "Layers", "Engines", "Take: kept", "Take: static", "Note: yarn"):
        assert said(WORDS[heading]).search(told), heading
    prose = [line for line in told.partition("\nEngines")[0].split("\n") if line[:1] == " " and "http" not in line]
    assert max(map(len, prose)) <= width
    assert not {"**", "`", "\\_"} & {sign for sign in ("**", "`", "\\_") if sign in told}


def test_a_model_that_does_not_turn_and_one_that_grows_are_told(capsys, tmp_path):
    told = explain(capsys, tmp_path, {"model_type": "gpt2", "n_embd": 768, "n_head": 12})
    assert said(WORDS["No turning"], scheme="Learned").search(told)
    told = explain(capsys, tmp_path, {"model_type": "llama4_text"})
    assert said(WORDS["Temperature"]).search(told)
    assert said(WORDS["Temperature: silent"]).search(told)


def test_markdown_loses_its_signs_and_words_of_a_file_stay():
    assert plain("**Cure:** `a_b` is \\*not\\* *here*, [x #1](https://x.org/1)") == (
        "Cure: a_b is *not* here, x #1 <https://x.org/1>"
    )


def test_of_a_model_that_nobody_knows_nothing_is_made_up(capsys, tmp_path):
    file = tmp_path / "line.txt"
    file.write_text("llama-server -m Mine-30B-Q5_K_M.gguf -c 262144")
    assert main(["explain", str(file)]) == 0
    told = capsys.readouterr().out
    assert "which is not known here" in told
    assert [word for word in ("10,000", "claimed", "Engines") if word in told] == []
