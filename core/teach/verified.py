"""Reference values of the room Verified, compared with what core computes now."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from core.frequencies import inverse_frequencies, wavelengths
from core.numeric.numerals import minus
from core.schemes.alibi import slopes
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import relative_position_bucket
from core.similarity import dot_product
from core.teach.check import Check

REFERENCES = Path(__file__).with_name("references")
RELEASED = REFERENCES / "released" / "released.json"
FILES = tuple(sorted(REFERENCES.glob("*.json")))
_FORMULAS = (sinusoidal, inverse_frequencies, wavelengths, dot_product, rope)
FUNCTIONS: Mapping[str, Callable[..., Any]] = {each.__name__: each for each in _FORMULAS}  # as in formulas.json


def checks() -> list[Check]:
    """All checks, in the order of the files and of their cases."""
    return [*_biases(), *_formulas()]


def _biases() -> Iterator[Check]:
    source, by_heads = read("attention_biases", "alibi_slopes")
    for heads, reference in by_heads.items():
        yield Check("ALiBi slopes", f"{heads} heads", source, np.array(reference), partial(slopes, int(heads)))
    for case in read("attention_biases", "t5_relative_position_buckets")[1]:
        yield _t5_buckets(case, source)


def _t5_buckets(case: Mapping[str, Any], source: str) -> Check:
    first, last = case["relative_position"]
    options = {name: case[name] for name in ("bidirectional", "num_buckets", "max_distance")}
    name = minus(f"{'both directions' if case['bidirectional'] else 'causal'}, offsets {first} to {last}")
    compute = partial(relative_position_bucket, np.arange(first, last + 1), **options)
    return Check("T5 buckets", name, source, np.array(case["bucket"], float), compute, 0.0, relative=False)


def _formulas() -> Iterator[Check]:
    source, cases = read("formulas", "cases")
    for case in cases:
        compute = partial(FUNCTIONS[case["function"]], *case["arguments"], **case["options"])
        reference, tolerance = np.array(case["values"]), case["tolerance"]
        yield Check(case["group"], case["name"], source, reference, compute, tolerance, case["relative"])


def read(stem: str, part: str) -> tuple[str, Any]:
    """The source and one part of a file of reference values."""
    content = json.loads((REFERENCES / f"{stem}.json").read_text("utf-8"))
    return content["source"], content[part]


@dataclass(frozen=True)
class Released:
    """How core agrees with the values of one file by released code, as the tests found it."""

    file: str
    source: str  # implementation and version
    cases: tuple[tuple[str, int, int, float, float], ...]  # name, values, equal ones, largest difference, allowed

    @property
    def values(self) -> int:
        """Compared values."""
        return sum(values for _, values, *_ in self.cases)

    @property
    def equal(self) -> int:
        """Values without any difference."""
        return sum(equal for _, _, equal, *_ in self.cases)

    @property
    def agree(self) -> int:
        """Cases within what is allowed."""
        return sum(largest <= allowed for *_, largest, allowed in self.cases)

    @property
    def share(self) -> float:
        """The largest difference over what is allowed."""
        return max(largest / allowed if allowed else 0.0 for *_, largest, allowed in self.cases)


def released() -> list[Released]:
    """What `tests.golden` wrote of every file of values by released code."""
    files = json.loads(RELEASED.read_text("utf-8"))
    return [Released(each["file"], each["source"], tuple(map(tuple, each["cases"]))) for each in files]
