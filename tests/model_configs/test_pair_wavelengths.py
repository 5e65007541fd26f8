"""Wavelengths of a config's pairs, what is read from them, and target lengths."""

import numpy as np
import pytest

from core.long_context.coverage import unseen_share
from core.scaling import RULES
from model_configs.entries import ConfigError
from model_configs.lengths import ASSUMED_LENGTH, first_target, lengthen, lengths
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths, reading
from model_configs.presets import PRESETS
from tests.model_configs.samples import LLAMA3

# ---- Which pairs complete a turn in training, and which meet unseen angles later.

LLAMA = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 10_000.0}


def kind(context=4096, **more):
    return read_config(LLAMA | {"max_position_embeddings": context} | more).layer_types[0]


def scaling(rope_type, factor=4.0, **more):
    return {"rope_scaling": {"rope_type": rope_type, "factor": factor} | more}


YARN = scaling("yarn", original_max_position_embeddings=4096)


@pytest.mark.parametrize("target", [4096, 4097, 5000, 16_384, 100_000])
def test_unseen_pairs_are_those_whose_positions_are_counted_as_unseen(target):  # coverage counts each one
    for rule in ({}, scaling("linear"), YARN, scaling("dynamic")):
        pairs = pair_wavelengths(kind(**rule), target)
        share = unseen_share(pairs.trained_omega, pairs.omega, pairs.trained_offsets, [0, pairs.target_offsets])[0]
        assert pairs.unseen_pairs.tolist() == (share > 0).tolist()


def test_the_first_unseen_offset_is_the_first_beyond_the_arc():
    pairs = pair_wavelengths(kind(), 16_384)
    pair = int(np.flatnonzero(pairs.unseen_pairs)[0])
    first = int(pairs.first_unseen[pair])
    arc = 4096 * pairs.trained_omega[pair]
    assert first * pairs.omega[pair] >= arc - 1e-9 > (first - 1) * pairs.omega[pair]
    assert np.isinf(pairs.first_unseen[pairs.complete]).all()


def test_nothing_is_unseen_within_training_nor_after_enough_scaling():
    assert not pair_wavelengths(kind(), 4096).unseen_pairs.any()
    assert pair_wavelengths(kind(), 32_768).unseen_pairs.sum() == 18
    assert not pair_wavelengths(kind(), 32_768, rewritten=lengthen(kind(), 32_768)).unseen_pairs.any()
    assert pair_wavelengths(kind(), 32_768).needed_factor == 8


@pytest.mark.parametrize("rule", [{}, YARN, scaling("linear")])
def test_in_training_a_pair_turns_as_trained_and_meets_nothing_new(rule):
    pairs = pair_wavelengths(kind(**rule), 32_768)
    then = pairs.in_training
    assert then.omega.tolist() == then.trained_omega.tolist() == pairs.trained_omega.tolist()
    assert then.omega.tolist() == kind().trained_frequencies().tolist()
    assert (then.target_offsets, then.trained_offsets) == (4096, 4096)
    assert pairs.unseen_pairs.any()
    assert not then.unseen_pairs.any()
    assert then.complete.tolist() == pairs.complete.tolist()


def test_a_window_limits_offsets_in_training_and_later():
    pairs = pair_wavelengths(kind(32_768, sliding_window=4096), 131_072)
    assert (pairs.trained_offsets, pairs.target_offsets) == (4096, 4096)
    assert (pairs.needed_factor, pairs.unseen_pairs.sum()) == (1, 0)


def test_pairs_that_stand_still_have_no_wavelength_and_nothing_unseen():
    part = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}
    pairs = pair_wavelengths(kind(8192, rope_parameters=part), 65_536)
    assert np.isinf(pairs.wavelengths[16:]).all()
    assert not pairs.unseen_pairs[16:].any()
    assert pairs.unseen_pairs[:16].any() == (~pairs.complete[:16]).any()


def test_the_horizon_is_where_the_cosines_first_sum_up_to_less_than_0():
    pairs = pair_wavelengths(kind(), 4096)
    sums = np.cos(np.arange(1800)[:, None] * pairs.omega).sum(axis=1)
    assert pairs.horizon == np.flatnonzero(sums < 0)[0] == 1707


def test_a_wide_head_is_searched_less_far():
    wide = pair_wavelengths(kind(head_dim=65_536), 4096)
    assert wide.last_searched * len(wide.omega) <= 2**27
    assert wide.horizon is None or wide.horizon <= wide.last_searched


@pytest.mark.parametrize(
    ("entries", "target", "message"),
    [
        ({}, 1, "target must be a whole number from 2 to 1,099,511,627,776, got 1"),
        ({}, 2.5, "target must be a whole number from 2 to 1,099,511,627,776, got 2.5"),
        (scaling("yarn", 1e-320, original_max_position_embeddings=4096), 4096, "rope_scaling.factor must be"),
        (scaling("yarn", original_max_position_embeddings=4096, beta_slow=5e-324), 4096, "rope_scaling."),
        (
            scaling("longrope", short_factor=[1.0], long_factor=[1.0], original_max_position_embeddings=2048),
            4096,
            "rope_scaling.short_factor must be 64 numbers, one a pair",
        ),
    ],
)
def test_numbers_that_cannot_be_used_are_refused_by_name(entries, target, message):
    with pytest.raises(ConfigError) as error:
        pair_wavelengths(kind(**entries), target)
    assert str(error.value).startswith(message)


# ---- The numbers of the sentences of the room Model.


def of(config, target):
    (kind,) = read_config(config).layer_types
    pairs = pair_wavelengths(kind, target)
    return pairs, reading(pairs, pair_wavelengths(kind, target, rewritten=lengthen(kind, target)))


def test_it_speaks_of_the_first_pair_that_completes_no_turn():
    pairs, result = of(PRESETS["Qwen2.5-7B"].config, 131_072)
    assert pairs.complete[: result.pair].all()
    assert not pairs.complete[result.pair]
    assert result.trained_wavelength == pytest.approx(2 * np.pi * 1e6 ** (2 * result.pair / 128), rel=1e-14)
    assert result.turns == pytest.approx(32_768 / result.trained_wavelength, rel=1e-14)
    assert result.target_turns == pytest.approx(131_071 / result.wavelength, rel=1e-14)
    assert (result.complete, result.incomplete, result.unseen_pairs, result.still_unseen) == (40, 24, 24, 0)
    assert (result.needed_factor, result.slowdown) == (4, 1)


def test_where_all_pairs_complete_a_turn_it_speaks_of_the_slowest():
    _, result = of({"head_dim": 64, "rope_theta": 100.0, "max_position_embeddings": 4096}, 8192)
    assert (result.incomplete, result.pair) == (0, 31)


def test_a_pair_that_stands_still_has_an_infinite_wavelength():
    block = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 100.0}
    _, result = of({"head_dim": 64, "rope_parameters": block, "max_position_embeddings": 4096}, 8192)
    assert (result.pair, result.trained_wavelength, result.wavelength) == (8, np.inf, np.inf)
    assert (result.slowdown, result.target_turns) == (0, 0)


# ---- Trained and claimed lengths, and how layers are written for longer texts.


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (kind(), (4096, 4096)),
        (kind(**scaling("linear")), (4096, 16_384)),  # the length before the factor
        (kind(131_072, model_type="gemma3_text", **scaling("linear", 8.0)), (131_072, 131_072)),  # and after it
        (kind(16_384, **YARN), (4096, 16_384)),
        (kind(4096, **YARN), (4096, 16_384)),
        (kind(**scaling("dynamic", 2.0)), (4096, 8192)),
        (kind(131_072, rope_scaling=LLAMA3), (8192, 131_072)),
    ],
)
def test_both_meanings_of_the_claimed_length(config, expected):
    result = lengths(config)
    assert (result.original, result.claim) == expected
    assert result.is_stated


def test_a_config_without_a_length_is_said_to_be_one():
    layers = read_config(LLAMA | {"model_type": "nobody_knows"}).layer_types[0]
    assert lengthen(layers, 10**6) is layers  # no advice follows from an assumption
    result = lengths(layers)
    assert (result.original, result.claim, result.is_stated) == (ASSUMED_LENGTH, ASSUMED_LENGTH, False)


def test_nothing_is_rewritten_within_the_claimed_length():
    for preset in PRESETS.values():
        config = read_config(preset.config)
        for layer in config.layer_types:
            claimed = lengths(layer).claim
            assert lengthen(layer, claimed) is layer


@pytest.mark.parametrize(
    ("config", "rule", "factor"),
    [
        (kind(), "YaRN", 8),
        (kind(16_384, **YARN), "YaRN", 8),
        (kind(**scaling("linear")), "Linear", 8),
        (kind(16_384, **scaling("llama3", 8.0, original_max_position_embeddings=4096)), "Llama 3", 16),
        (kind(**scaling("dynamic", 2.0)), "Dynamic NTK", 2),
        (kind(32_768, sliding_window=4096), "Unscaled", None),
    ],
)
def test_a_longer_target_keeps_the_rule_and_raises_its_factor(config, rule, factor):
    rewritten = lengthen(config, 32_768)
    assert rewritten.rule is RULES[rule]
    assert rewritten.factor == factor


def test_the_first_target_is_the_longest_claim():
    assert first_target(read_config(PRESETS["Qwen2.5-7B with YaRN × 4"].config)) == 131_072
    assert first_target(read_config(PRESETS["GPT-2"].config)) == 1024


def test_a_length_that_no_model_has_is_compared_with_none():
    config = read_config(LLAMA | {"max_position_embeddings": 4096, "max_seq_len": 10**400})
    assert not [each for each in config.findings() if each.key == "max_seq_len"]
