"""Trained models in plain NumPy: golden values of PyTorch, provenance, and the curves that readers see."""

import hashlib
import tracemalloc

import numpy as np
import pytest

from core.long_context.trained import curves, reading
from core.long_context.trained import model as running
from core.long_context.trained.curves import between, block_means, middles
from core.long_context.trained.model import read_on
from core.long_context.trained.stored import FOLDER, LENGTH, alphabet, as_tokens, held_out, model, record, stem
from training.curves import LOSSES, MODELS, accuracy, places, retrieval, text_curve


def test_the_models_are_those_of_the_room_and_small():
    assert sorted(stem(*names) for names in MODELS) == sorted(file.stem for file in FOLDER.glob("*.npz"))
    assert (
        sum(file.stat().st_size for file in [*FOLDER.iterdir(), *(size.path for size in curves.SIZES.values())])
        < 5_000_000
    )


@pytest.mark.parametrize("names", MODELS, ids="_".join)
def test_provenance_names_the_weights_and_numpy_repeats_what_torch_measured(names):
    origin, trained = record(stem(*names)), model(*names)
    assert hashlib.sha256((FOLDER / f"{stem(*names)}.npz").read_bytes()).hexdigest() == origin["npz"]
    assert {"seed", "steps", "torch", "numpy", "code", "data"} <= origin.keys()
    if origin["task"] == "retrieval":
        share = accuracy(trained, origin["length"], 16).mean()
        np.testing.assert_allclose(share, origin["held out"][0], atol=5e-3)  # two of 496 tokens
        return
    means = text_curve(trained, reach=LENGTH)  # the whole texts take 3 s a model
    np.testing.assert_allclose(means, origin["held out"][: len(means)], atol=1e-3)
    tokens = as_tokens(held_out()[0][: LENGTH if "learned" in names else 4 * LENGTH])
    np.testing.assert_allclose(read_on(trained, tokens)[0][-1], origin["last logits"], atol=1e-4)


@pytest.mark.parametrize("scheme", ["RoPE", "T5", "sinusoidal"])
def test_reading_on_from_cached_keys_is_reading_the_whole(monkeypatch, scheme):
    tokens, trained = as_tokens(held_out()[1][:600]), model("text", scheme)
    first, cache = read_on(trained, tokens[:300])
    second, cache = read_on(trained, tokens[300:301], cache)
    third, _ = read_on(trained, tokens[301:], cache)
    monkeypatch.setattr(running, "AT_ONCE", 600)
    np.testing.assert_allclose(np.concatenate([first, second, third]), read_on(trained, tokens)[0], atol=1e-4)


def test_a_window_as_long_as_the_text_changes_nothing_and_a_short_one_hides_the_start():
    trained, tokens = model("text", "RoPE"), as_tokens(held_out()[2][:200])
    np.testing.assert_array_equal(read_on(trained, tokens, window=200)[0], read_on(trained, tokens)[0])
    other = np.append(np.zeros(20, int), tokens[20:])
    one, two = (read_on(trained, each, window=20)[0] for each in (tokens, other))
    np.testing.assert_array_equal(one[100:], two[100:])  # three layers of 20 tokens
    assert not np.allclose(one[20:60], two[20:60])


def test_a_text_of_2048_tokens_needs_at_most_40_mb():
    trained, tokens = model("text", "T5"), as_tokens(held_out()[0][:2048])
    tracemalloc.start()
    read_on(trained, tokens)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40e6


TO_THE_END = "ALiBi", curves.CURED  # each takes seconds


@pytest.mark.parametrize("part", LOSSES)
def test_every_curve_is_remade_from_the_shipped_weights_past_the_trained_length(part):
    sources = LOSSES[part]()
    assert curves.part(part).keys() == sources.keys()
    for name, source in sources.items():
        is_as_stored(part, name, text_curve(*source, reach=2048 if name in TO_THE_END else LENGTH + 32))


def test_shares_of_tokens_found_again_are_remade_from_the_shipped_weights():
    for part, remade in (("retrieval", retrieval(most=128)), ("places", places())):
        for name, shares in remade.items():
            is_as_stored(part, name, shares)


def test_the_bands_of_three_seeds_hold_the_line_that_is_drawn():
    for name in curves.TEXT:
        least, most = curves.loss_range(name)
        assert (least <= curves.part("schemes")[name]).all()
        assert (curves.part("schemes")[name] <= most).all()
        assert (least < most).all()  # three models, not one


def test_what_is_stored_of_the_example_is_read_and_written_by_the_shipped_weights():
    text, symbols = reading.example(), alphabet()
    for name in reading.READERS:
        stored, trained = reading.read(text, name), reading.model_for(name, reading.MOST)
        np.testing.assert_allclose(stored.losses, reading.losses_of(text, name), atol=1e-3)
        assert [*stored.written] == [*reading.STOPS]
        for stop in (32, 256, 512):
            written = stored.written[stop]
            scores, _ = read_on(trained, as_tokens(text[:stop] + written))
            foretold = scores[stop - 1 : -1]  # of the written letters
            chosen = foretold[np.arange(len(written)), [symbols.index(each) for each in written]]
            assert (chosen > foretold.max(axis=1) - 1e-3).all()  # always the most probable one


def is_as_stored(part, name, remade):
    np.testing.assert_allclose(curves.part(part)[name][: len(remade)], remade, atol=2e-3, err_msg=name)


def test_blocks_of_positions_end_where_training_does():
    for size in curves.SIZES.values():
        assert {size.length // 2, *size.lengths} <= {*size.edges}
    np.testing.assert_array_equal(block_means(np.arange(2048.0)[None]), middles(26) - 0.5)
    assert between(middles(26) - 0.5, 128, 256) == np.arange(128, 256).mean()
    assert np.isnan(between(middles(9), 128, 256))


def test_a_character_that_the_book_does_not_have_counts_as_a_space():
    assert "".join(alphabet()[at] for at in as_tokens("And God\n©9")) == "And God\n  "
