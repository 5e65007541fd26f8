"""Tables and caches that other programs make are named; `make torch` installs the programs."""

import importlib
import math

import numpy as np
import pytest

from core.schemes.analysis.identify import identify

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `make torch` runs these")
diffusion = pytest.importorskip("diffusers.models.embeddings", reason="diffusers: `make torch` runs these")
encodings = pytest.importorskip(
    "positional_encodings.torch_encodings", reason="positional-encodings: `make torch` runs these"
)
rope_utils = importlib.import_module("transformers.modeling_rope_utils")
llama = importlib.import_module("transformers.models.llama")
LENGTH, WIDTH = 200, 64


def tutorial(length=LENGTH, d_model=WIDTH):
    """As the tutorial of torch.nn.Transformer computes it."""
    position = torch.arange(length).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = torch.zeros(length, 1, d_model)
    pe[:, 0, 0::2] = torch.sin(position * div_term)
    pe[:, 0, 1::2] = torch.cos(position * div_term)
    return pe


def transformers_table(model, name, *arguments):
    """A table of a class of transformers that stands for fairseq's or Marian's."""
    module = importlib.import_module(f"transformers.models.{model}.modeling_{model}")
    return getattr(module, name)(*arguments)


def timestep(**options):
    """diffusers' embedding of consecutive timesteps."""
    return diffusion.get_timestep_embedding(torch.arange(LENGTH), WIDTH, **options)


def fairseq():
    """fairseq's own formula, as it stands in XGLM."""
    return transformers_table("xglm", "XGLMSinusoidalPositionalEmbedding", LENGTH, WIDTH, 1).weights


def marian():
    """Marian's table, after its own initialisation."""
    table = transformers_table("marian", "MarianSinusoidalPositionalEmbedding", LENGTH, WIDTH)
    return table.create_weight() if hasattr(table, "create_weight") else table.weight


HALVES = {"layout": "concatenated", "cosine_first": False}
TABLES = {
    "PyTorch's tutorial": (tutorial, {"layout": "interleaved"}),
    "PyTorch's tutorial, long and wide": (lambda: tutorial(5000, 512), {"layout": "interleaved"}),
    "positional-encodings": (
        lambda: encodings.PositionalEncoding1D(WIDTH)(torch.zeros(1, LENGTH, WIDTH)),
        {"layout": "interleaved"},
    ),
    "diffusers": (
        lambda: diffusion.SinusoidalPositionalEmbedding(WIDTH, LENGTH).pe,
        {"layout": "interleaved"},
    ),
    "diffusers' timesteps": (timestep, {"layout": "tensor2tensor"}),
    "diffusers' timesteps, Stable Diffusion": (
        lambda: timestep(flip_sin_to_cos=True, downscale_freq_shift=0),
        {"layout": "concatenated", "cosine_first": True},
    ),
    "diffusers' grid": (
        lambda: diffusion.get_1d_sincos_pos_embed_from_grid(WIDTH, torch.arange(float(LENGTH)), output_type="pt"),
        HALVES,
    ),
    "fairseq": (fairseq, {"layout": "fairseq"}),
    "Marian": (marian, HALVES),
}


@pytest.mark.parametrize("name", TABLES)
@torch.no_grad()
def test_a_table_of_another_program_is_named_and_right(name):
    make, expected = TABLES[name]
    found = identify(make().numpy())
    assert (found.scheme, found.base, found.first_position, found.mistakes) == ("sinusoidal", 10_000, 0, [])
    assert {key: getattr(found, key) for key in expected} == expected


RULES = {  # rope_type of transformers → its further entries, rule of core, arguments
    "default": ({}, "Unscaled", {}),
    "linear": ({"factor": 4.0}, "Linear", {"factor": 4.0}),
    "dynamic": ({"factor": 4.0}, "Unscaled", {}),  # within the trained length nothing is stretched
    "yarn": (
        {"factor": 4.0, "original_max_position_embeddings": 2048},
        "YaRN",
        {"factor": 4.0, "original": 2048, "truncate": True},
    ),
    "llama3": (
        {
            "factor": 8.0,
            "original_max_position_embeddings": 8192,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
        },
        "Llama 3",
        {"factor": 8.0, "original": 8192},
    ),
    "longrope": (
        {
            "factor": 4.0,
            "original_max_position_embeddings": 2048,
            "short_factor": [1.0 + 0.02 * i for i in range(32)],
            "long_factor": [1.0 + 0.5 * i for i in range(32)],
        },
        "LongRoPE",
        {},
    ),
    "proportional": ({"partial_rotary_factor": 0.25}, "Proportional", {"partial_rotary_factor": 0.25}),
}


BASES = {"longrope": 10_000.0}  # of Phi-3; a cache tells divisors, and not the base that they belong to


def test_every_rope_type_of_transformers_is_tried():
    assert {*RULES} == {"default", *rope_utils.ROPE_INIT_FUNCTIONS}


@pytest.mark.parametrize("kind", RULES)
@torch.no_grad()
def test_a_rotary_cache_of_transformers_tells_its_rule(kind):
    entries, rule, arguments = RULES[kind]
    config = llama.LlamaConfig(
        hidden_size=256,
        num_attention_heads=4,
        max_position_embeddings=8192,
        rope_parameters={"rope_type": kind, "rope_theta": BASES.get(kind, 500_000.0), **entries},
    )
    rotary = importlib.import_module("transformers.models.llama.modeling_llama").LlamaRotaryEmbedding(config)
    cosines, sines = (each[0].numpy() for each in rotary(torch.zeros(1), torch.arange(1024)[None]))
    for found in (identify(cosines), identify([cosines, sines])):
        assert (found.scheme, found.layout, found.rule, found.mistakes) == ("RoPE", "half", rule, [])
        assert found.base == BASES.get(kind, 500_000)
        assert {key: found.arguments[key] for key in arguments} == pytest.approx(arguments)
        assert found.amplitude == pytest.approx(rotary.attention_scaling, rel=1e-5)
        np.testing.assert_allclose(found.frequencies, rotary.inv_freq.numpy(), rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("repeated", [True, False])
def test_a_rotary_cache_of_diffusers_tells_its_layout(repeated):
    both = diffusion.get_1d_rotary_pos_embed(
        WIDTH, LENGTH, use_real=True, repeat_interleave_real=repeated, theta=256.0
    )
    found = identify([each.numpy() for each in both])
    layout = "interleaved" if repeated else "half"
    assert (found.scheme, found.layout, found.base, found.mistakes) == ("RoPE", layout, 256, [])
    rotations = identify(diffusion.get_1d_rotary_pos_embed(WIDTH, LENGTH, theta=256.0).numpy())
    assert (rotations.form, rotations.base, rotations.mistakes) == ("complex rotations", 256, [])
