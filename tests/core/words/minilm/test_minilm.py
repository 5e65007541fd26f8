"""The released model against values by PyTorch, and against what must hold whatever its weights are.

golden.json was computed by transformers 5.23.0 (`BertModel`, float32) from the published weights, whose sum it
names.
"""

import hashlib
import json
import math
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words import minilm
from core.words.minilm import model, stored
from core.words.minilm.model import HEADS, LAYERS, ROWS, erf, gelu
from core.words.sentence import cosine
from tests.house import ROOT

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text("utf-8"))
CASES = [(case, name) for case in GOLDEN["cases"] for name in case["variants"]]
ARGUMENTS = {
    "trained": lambda n: {},
    "none": lambda n: {"positions": False},
    "all at 0": lambda n: {"position_ids": [0] * n},
    "shifted by 100": lambda n: {"position_ids": np.arange(n) + 100},
    "shifted by 400": lambda n: {"position_ids": range(400, 400 + n)},
    "reversed": lambda n: {"position_ids": np.arange(n)[::-1]},
}
ON_THE_MAT = "The cat sat on the mat"
FACTS = [  # by float32 and the same published weights; sentence, its other, and their likeness
    (ON_THE_MAT, "The mat sat on the cat", 0.9726),
    (ON_THE_MAT, "A cat was sitting on the mat", 0.9456),
    (ON_THE_MAT, "cat the sat mat on the", 0.7146),
    (ON_THE_MAT, "The dog slept under the table", 0.3030),
    (ON_THE_MAT, "The stock market fell today", 0.1134),
    ("dog bites man", "man bites dog", 0.9072),
    ("the lawyer paid the client", "the client paid the lawyer", 0.9923),
]


@pytest.mark.parametrize(("case", "name"), CASES, ids=lambda each: each if isinstance(each, str) else "")
def test_the_model_computes_what_pytorch_does(case, name):
    expected = case["variants"][name]
    got = minilm.run(case["sentence"], **ARGUMENTS[name](len(case["ids"])))
    assert list(got.tokens) == case["tokens"]
    assert [stored.weights().vocabulary[token] for token in got.tokens] == case["ids"]
    assert got.attention.shape == (LAYERS, HEADS, len(case["ids"]), len(case["ids"]))
    assert cosine(got.embedding, np.array(expected["embedding"])) >= 0.999
    for key in expected.keys() & {"attention 0.2", "attention 1.8"}:
        layer, head = map(int, key.split()[1].split("."))
        np.testing.assert_allclose(got.attention[layer, head], expected[key], atol=0.05)


@pytest.mark.parametrize(("first", "second", "likeness"), FACTS)
def test_likeness_is_what_the_float32_model_finds(first, second, likeness):
    assert minilm.likeness(minilm.run(first), minilm.run(second)) == pytest.approx(likeness, abs=0.0025)


def test_a_twin_that_turns_the_meaning_round_is_more_alike_than_a_paraphrase():
    twin, paraphrase = (minilm.likeness(minilm.run(ON_THE_MAT), minilm.run(FACTS[i][1])) for i in (0, 1))
    assert (round(twin, 3), round(paraphrase, 3)) == (0.973, 0.946)


@given(st.permutations("the lawyer paid a tall client".split()))
def test_without_positions_order_is_invisible(words):  # equivariance, and a mean over the tokens
    first, second = (minilm.run(" ".join(each), positions=False) for each in (sorted(words), words))
    assert minilm.likeness(first, second) == pytest.approx(1, abs=1e-6)
    where = [first.tokens.index(token) for token in second.tokens]
    np.testing.assert_allclose(second.attention, first.attention[..., where, :][..., where], atol=1e-5)


def test_a_run_is_well_formed_and_cannot_be_changed():
    got = minilm.run("one two three")
    np.testing.assert_allclose(got.attention.sum(axis=-1), 1, atol=1e-6)
    assert np.linalg.norm(got.embedding) == pytest.approx(1, abs=1e-12)
    np.testing.assert_array_equal(got.position_ids, np.arange(5))
    assert minilm.run("one two three", [0, 1, 2, 3, 4]) is got
    for array in (got.attention, got.embedding, got.position_ids):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_a_sentence_of_any_length_is_cut_at_32_tokens():
    got = minilm.run("word " * 40)
    assert (len(got.tokens), got.is_cut, minilm.run("word").is_cut) == (32, True, False)
    assert minilm.run("").tokens == ("[CLS]", "[SEP]")


@pytest.mark.parametrize(
    ("sentence", "ids", "message"),
    [
        (None, None, "sentence must be text, got None"),
        ("one two", [0, 1, 2], r"position_ids must be one for each of the 4 tokens, got the shape \(3,\)"),
        ("one two", 5, r"position_ids must be one for each of the 4 tokens, got the shape \(\)"),
        ("one two", [0, 1, 2, ROWS], "position_ids must be whole numbers from 0 to 511, got 512"),
        ("one two", [0, 1, 2, -1], "whole numbers from 0 to 511, got -1"),
        ("one two", [0, 1, 2, 2.5], r"whole numbers from 0 to 511, got 2\.5"),
        ("one two", [0, 1, 2, 2**62], "whole numbers from 0 to 511, got 4"),
        ("one two", [0, 1, 2, float("nan")], "position_ids must be finite, got nan"),
        ("one two", [True] * 4, "position_ids must be real numbers, got"),
        ("one two", ["0", "1", "2", "3"], "position_ids must be real numbers, got"),
        ("one two", [[0], [1, 2]], "position_ids must be real numbers, got"),
    ],
)
def test_what_is_wrong_is_named(sentence, ids, message):
    with pytest.raises(ValueError, match=message):
        minilm.run(sentence, ids)


def test_gelu_is_that_of_the_exact_error_function():
    inputs = np.linspace(-9, 9, 20_001)
    exact = np.array([math.erf(each) for each in inputs])
    np.testing.assert_allclose(erf(inputs), exact, atol=1.5e-7)
    np.testing.assert_allclose(gelu(inputs), [x * math.erfc(-x / math.sqrt(2)) / 2 for x in inputs], atol=1e-6)
    assert gelu(inputs.astype(np.float32)).dtype == np.float32


# ---- The file, and when it is read.


def test_the_file_is_small_and_its_record_names_it():
    record = json.loads(stored.FILE.with_suffix(".json").read_text("utf-8"))
    assert hashlib.sha256(stored.FILE.read_bytes()).hexdigest() == record["npz"]
    assert record["sha256"]["model.safetensors"] in GOLDEN["model"]
    assert "Apache License" in stored.FILE.with_name("LICENSE").read_text("utf-8")
    assert stored.FILE.stat().st_size < 24_000_000


def test_the_whole_vocabulary_and_the_whole_table_are_there():
    assert len(stored.weights().vocabulary) == 30_522
    table = stored.position_table()
    assert list(table.shape) == GOLDEN["table"]["shape"]
    norms = np.linalg.norm(table[[0, 1, 2, 10, 100, 511]], axis=1)
    np.testing.assert_allclose(norms, GOLDEN["table"]["norms at 0,1,2,10,100,511"], atol=2e-4)


def test_a_missing_file_is_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(stored, "FILE", tmp_path / "weights.npz")
    stored.position_table.cache_clear()
    with pytest.raises(FileNotFoundError, match=r"weights\.npz must lie in .*: it holds the weights of all-MiniLM"):
        stored.position_table()


def test_all_who_ask_first_share_one_reading(monkeypatch):
    reads, read = [], stored._read
    again = stored.computed_once(most=1)(stored.weights.__wrapped__)
    monkeypatch.setattr(stored, "_read", lambda *names: reads.append(names) or read(*names))
    found = []
    threads = [threading.Thread(target=lambda: found.append(again())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reads == [()]
    assert len({id(each) for each in found}) == 1


def test_sentences_of_many_threads_do_not_mix(monkeypatch):
    monkeypatch.setattr(model, "_run", model.computed_once(most=1)(model._run.__wrapped__))
    sentences = [f"the {word} sat on the mat" for word in ("cat", "dog", "king", "child")]
    expected = [minilm.run(sentence).embedding for sentence in sentences]
    found = {}

    def read(number):
        for _ in range(3):
            found.setdefault(number, []).append(minilm.run(sentences[number]).embedding)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(len(sentences))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, embeddings in found.items():
        for embedding in embeddings:
            np.testing.assert_array_equal(embedding, expected[number])


def test_who_imports_the_model_reads_nothing_of_it():
    script = (
        "import numpy, builtins, io, sys; load = numpy.load; read = []\n"
        "numpy.load = lambda file, **options: read.append(file) or load(file, **options)\n"
        "from core.words import minilm; from core.words.minilm import heads, numbering, stored\n"
        "print(len(read)); stored.position_table(); print(len(read))"
    )
    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["0", "1"]
