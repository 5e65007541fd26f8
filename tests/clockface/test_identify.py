"""`clockface identify` says what the arrays of files are, and by its exit status whether something is wrong."""

import io
import json
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

import clockface
from clockface.command import main
from core.frequencies import inverse_frequencies
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal

PAPER = sinusoidal(64, 32)
HALF = sinusoidal(64, 32, base=100.0)  # as the exponent i/d makes it


def identified(capsys, *arguments):
    """Exit status, and the output with a blank for each end of a line."""
    status = main(["identify", *map(str, arguments)])
    captured = capsys.readouterr()
    assert captured.err == ""
    return status, " ".join(captured.out.split())


def saved(folder, **arrays):
    """An .npy file for each array."""
    for name, values in arrays.items():
        np.save(folder / f"{name}.npy", values)
    return [folder / f"{name}.npy" for name in arrays]


def safetensors(arrays):
    """The bytes of a file of float64 arrays, by name."""
    header, start = {}, 0
    for name, values in arrays.items():
        stop = start + values.nbytes
        header[name] = {"dtype": "F64", "shape": values.shape, "data_offsets": [start, stop]}
        start = stop
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + b"".join(values.tobytes() for values in arrays.values())


@pytest.mark.parametrize(
    ("values", "status", "words"),
    [
        (PAPER, 0, "pe.npy: This is the paper's table."),
        (sinusoidal(64, 32, layout="concatenated"), 0, "note: All sines stand before all cosines: right"),
        (np.random.default_rng(0).normal(size=(64, 32)), 0, "This array was not recognised."),
        (HALF, 1, "mistake: The exponent is i/d"),
        (np.full((8, 4), np.nan), 2, "pe.npy: not read: table must hold finite numbers"),
        (np.array(["a"]), 2, "pe.npy: not read: pe.npy holds the type <U1"),
    ],
)
def test_the_exit_status_tells_what_was_found(capsys, tmp_path, values, status, words):
    (file,) = saved(tmp_path, pe=values)
    found, output = identified(capsys, file)
    assert found == status
    assert words in output


def test_a_mistake_is_shown_with_the_line_that_makes_it_and_the_one_that_mends_it(capsys, tmp_path):
    output = identified(capsys, *saved(tmp_path, pe=HALF))[1]
    assert " - base ** (np.arange(d_model // 2) / d_model) + base ** (2 * np.arange(" in output
    assert "First at row 1, column 2: yours is 0.6816, expected 0.5332." in output


def test_an_unreadable_file_gives_status_2_and_others_are_still_reported(capsys, tmp_path):
    good, wrong = saved(tmp_path, good=PAPER, wrong=HALF)
    status, output = identified(capsys, tmp_path / "none.npy", good, wrong, tmp_path)
    assert status == 2
    assert "none.npy: not read: no such file or directory" in output
    assert "not read: must be a file, got a directory" in output
    assert "good.npy: This is the paper's table." in output
    assert "mistake: The exponent is i/d" in output


def test_json_holds_the_settings_by_name(capsys, tmp_path):
    status, output = identified(capsys, *saved(tmp_path, pe=HALF), "--format", "json")
    (record,) = json.loads(output)
    assert status == 1
    assert (record["scheme"], record["layout"], record["base"]) == ("sinusoidal", "interleaved", 10_000.0)
    assert (record["scale"], record["first_position"], record["tensor"]) == (1.0, 0.0, None)
    assert (record["faults"][0]["name"], record["first_difference"]["row"]) == ("exponent-half", 1)
    assert record["mistakes"] == [record["faults"][0]["sentence"]]
    assert record["largest_difference"] == pytest.approx(np.abs(HALF - PAPER).max())
    (record,) = json.loads(identified(capsys, tmp_path / "none.npy", "--format", "json")[1])
    assert record == {"file": str(tmp_path / "none.npy"), "tensor": None, "refused": "no such file or directory"}


def test_arrays_of_one_file_are_chosen_by_their_names(capsys, tmp_path):
    angles = np.outer(np.arange(64), inverse_frequencies(32))
    arrays = {"wpe.weight": PAPER, "mlp.weight": HALF, "cos_cached": np.cos(angles), "sin_cached": np.sin(angles)}
    (tmp_path / "model.safetensors").write_bytes(safetensors(arrays))
    status, output = identified(capsys, tmp_path / "model.safetensors")
    assert status == 0
    assert "model.safetensors, wpe.weight: This is the paper's table." in output
    assert "cos_cached and sin_cached: RoPE's cosine and sine cache" in output
    assert "mlp" not in output
    assert identified(capsys, tmp_path / "model.safetensors", "--tensor", "mlp.weight")[0] == 1
    status, output = identified(capsys, tmp_path / "model.safetensors", "--tensor", "none")
    assert status == 2
    assert "--tensor must be a name of an array in the file, such as" in output


def test_vectors_before_and_after_a_rotation(capsys, tmp_path):
    vectors = np.random.default_rng(0).normal(size=(16, 32))
    before, after = saved(tmp_path, before=vectors, after=rope(vectors, np.arange(16), layout="interleaved"))
    status, output = identified(capsys, before, "--after", after)
    assert status == 0
    assert "RoPE's rotation of neighbours, base 10,000" in output
    np.savez(tmp_path / "both.npz", before=vectors, after=rope(vectors, -np.arange(16.0)))
    status, output = identified(capsys, tmp_path / "both.npz")
    assert status == 1
    assert "mistake: Features turn clockwise" in output
    assert main(["identify", str(before), str(after), "--after", str(after)]) == 2
    assert "--after takes one FILE" in capsys.readouterr().err


def test_a_cache_of_sines_alone_is_right_where_rope_is_meant(capsys, tmp_path):
    (file,) = saved(tmp_path, sin=np.sin(np.outer(np.arange(64), inverse_frequencies(32))))
    assert identified(capsys, file)[0] == 1
    assert identified(capsys, file, "--scheme", "RoPE")[0] == 0


@pytest.mark.parametrize(
    "data", [str(PAPER[:4].round(4).tolist()).encode(), b"", b"\x93NUMPY", b"a,b\n", b"\xff\xfe\x00["]
)
def test_the_standard_input_is_read_by_how_it_begins(capsys, monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status, output = identified(capsys, "-")
    assert (status, "not read" in output) == ((0, False) if data.startswith(b"[[") else (2, True))


def test_of_a_large_file_no_more_is_read_than_one_array(capsys, tmp_path):
    rows = sinusoidal(65_536, 512, dtype=np.float32)  # 134 MB
    (file,) = saved(tmp_path, large=rows)
    tracemalloc.start()
    status, output = identified(capsys, file)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (status, "This is the paper's table." in output) == (0, True)
    assert most < 50e6


ANGLES = np.outer(np.arange(64), inverse_frequencies(32))
PAIRS = {
    "halves": (np.tile(np.cos(ANGLES), 2), np.tile(np.sin(ANGLES), 2), 0, "Cosines and sines were read together."),
    "mixed": (
        np.repeat(np.cos(ANGLES), 2, 1),
        np.tile(np.sin(ANGLES), 2),
        1,
        "for neighbours and sines for halves",
    ),
    "swapped": (np.tile(np.sin(ANGLES), 2), np.tile(np.cos(ANGLES), 2), 1, "The array of the cosines holds sines"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_arrays_named_cos_and_sin_are_held_against_each_other(capsys, tmp_path, name):
    cosines, sines, status, words = PAIRS[name]
    np.savez(tmp_path / "cache.npz", cos=cosines, sin=sines)
    found, output = identified(capsys, tmp_path / "cache.npz")
    assert (found, words in output) == (status, True)


def test_what_reads_configs_is_not_loaded(tmp_path):  # more than half of the time of a small table
    (file,) = saved(tmp_path, pe=PAPER)
    script = "import sys; from clockface.command import main; main(sys.argv[1:]); print(*sorted(sys.modules))"
    command = [sys.executable, "-c", script, "identify", file]
    outcome = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(outcome.stdout.splitlines()[-1].split())
    assert "core.schemes.analysis.identify" in loaded
    assert not {each for each in loaded if each.partition(".")[0] in {"model_configs", "streamlit", "pages"}}


def test_the_library_is_an_assertion_for_a_test():
    assert not clockface.identify(PAPER).mistakes
    with pytest.raises(AssertionError, match="The exponent is i/d where it should be 2i/d"):
        assert not clockface.identify(HALF).mistakes
