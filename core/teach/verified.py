"""Reference values of the room Verified, compared with what core computes now."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies, wavelengths
from core.model_config import read_config
from core.numeric.numerals import minus
from core.schemes.alibi import slopes
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import relative_position_bucket
from core.similarity import dot_product
from core.teach.check import Check

REFERENCES = Path(__file__).with_name("references")
FILES = tuple(sorted(REFERENCES.glob("*.json")))
_FORMULAS = (sinusoidal, inverse_frequencies, wavelengths, dot_product, rope)
FUNCTIONS: Mapping[str, Callable[..., Any]] = {each.__name__: each for each in _FORMULAS}  # as in formulas.json


def checks() -> list[Check]:
    """All checks, in the order of the files and of their cases."""
    return [*_frequencies(), *_biases(), *_formulas()]


def _frequencies() -> Iterator[Check]:
    source, cases = _read("rope_frequencies", "cases")
    for case in cases:
        reference, compute = np.array(case["inverse_frequencies"]), partial(_inverse, case)
        yield Check("RoPE frequencies of models", case["name"], source, reference, compute)
    factors = np.array([case["attention_factor"] for case in cases])
    yield Check("Attention factors of models", "all twelve configs", source, factors, partial(_factors, cases))


def _inverse(case: Mapping[str, Any]) -> Any:
    return _scaled_frequencies(case).inverse


def _factors(cases: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    return np.array([_scaled_frequencies(case).attention_factor for case in cases])


def _scaled_frequencies(case: Mapping[str, Any]) -> Any:
    return read_config(case["config"]).frequencies(case["sequence_length"], case["layer_type"])


def _biases() -> Iterator[Check]:
    source, by_heads = _read("attention_biases", "alibi_slopes")
    for heads, reference in by_heads.items():
        yield Check("ALiBi slopes", f"{heads} heads", source, np.array(reference), partial(slopes, int(heads)))
    for case in _read("attention_biases", "t5_relative_position_buckets")[1]:
        yield _t5_buckets(case, source)


def _t5_buckets(case: Mapping[str, Any], source: str) -> Check:
    first, last = case["relative_position"]
    options = {name: case[name] for name in ("bidirectional", "num_buckets", "max_distance")}
    name = minus(f"{'both directions' if case['bidirectional'] else 'causal'}, offsets {first} to {last}")
    compute = partial(relative_position_bucket, np.arange(first, last + 1), **options)
    return Check("T5 buckets", name, source, np.array(case["bucket"], float), compute, 0.0, relative=False)


def _formulas() -> Iterator[Check]:
    source, cases = _read("formulas", "cases")
    for case in cases:
        compute = partial(FUNCTIONS[case["function"]], *case["arguments"], **case["options"])
        reference, tolerance = np.array(case["values"]), case["tolerance"]
        yield Check(case["group"], case["name"], source, reference, compute, tolerance, case["relative"])


def _read(stem: str, part: str) -> tuple[str, Any]:
    """The source and one part of a file of reference values."""
    content = json.loads((REFERENCES / f"{stem}.json").read_text("utf-8"))
    return content["source"], content[part]
