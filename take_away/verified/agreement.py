"""Reference values beside those that the code of these rooms computes: the largest difference of every case."""

import json
from pathlib import Path

import numpy as np

from core.frequencies import inverse_frequencies
from core.schemes.alibi import slopes
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import relative_position_bucket
from take_away.finish import finish
from take_away.verified.model_frequencies import model_frequencies

folder = "../../core/teach/references"  # of the reference values, seen from this script
float32_tolerance = 1e-6  # relative, for reference values that were computed in float32


def read(name):
    return json.loads((Path(__file__).parent / folder / name).read_text("utf-8"))


def compare(group, case, reference, values, source, tolerance=float32_tolerance, relative=True):
    """A row of the table."""
    reference = np.asarray(reference, float)
    scale = np.where(reference == 0, 1, np.abs(reference)) if relative else 1
    largest = float(np.max(np.abs(np.ravel(values) - reference) / scale))
    return {
        "group": group,
        "case": case,
        "values": len(reference),
        "largest difference": largest,
        "allowed": tolerance,
        "kind": "relative" if relative else "absolute",
        "verdict": "agrees" if largest <= tolerance else "does not agree",
        "source": source,
    }


def model_rows():
    references = read("rope_frequencies.json")
    cases, source = references["cases"], references["source"]
    results = [model_frequencies(case["config"], case["sequence_length"], case["layer_type"]) for case in cases]
    for case, (frequencies, _) in zip(cases, results, strict=True):
        group, reference = "RoPE frequencies of models", case["inverse_frequencies"]
        yield compare(group, case["name"], reference, frequencies, source)
    factors = [case["attention_factor"] for case in cases]
    values = [factor for _, factor in results]
    yield compare("Attention factors of models", "all twelve configs", factors, values, source)


def bias_rows():
    references = read("attention_biases.json")
    source = references["source"]
    for heads, reference in references["alibi_slopes"].items():
        yield compare("ALiBi slopes", f"{heads} heads", reference, slopes(int(heads)), source)
    for case in references["t5_relative_position_buckets"]:
        first, last = case["relative_position"]
        name = "both directions" if case["bidirectional"] else "causal"
        name = f"{name}, offsets {first} to {last}".replace("-", "−")
        buckets = relative_position_bucket(
            np.arange(first, last + 1),
            **{key: case[key] for key in ("bidirectional", "num_buckets", "max_distance")},
        )
        yield compare("T5 buckets", name, case["bucket"], buckets, source, tolerance=0, relative=False)


def formula_rows():
    functions = {
        "sinusoidal": lambda positions, *arguments, **options: sinusoidal(
            np.array(positions), *arguments, **options
        ),
        "inverse_frequencies": inverse_frequencies,
        "wavelengths": lambda dim, base: 2 * np.pi / inverse_frequencies(dim, base),
        "dot_product": lambda offsets, d_model: np.cos(
            np.outer(offsets, inverse_frequencies(d_model, 10_000.0))
        ).sum(axis=1),
        "rope": lambda vectors, positions, layout: rope(np.array(vectors), np.array(positions), layout=layout),
    }
    references = read("formulas.json")
    for case in references["cases"]:
        values = functions[case["function"]](*case["arguments"], **case["options"])
        limits = case["tolerance"], case["relative"]
        yield compare(case["group"], case["name"], case["values"], values, references["source"], *limits)


rows = [*model_rows(), *bias_rows(), *formula_rows()]
columns = {name: [row[name] for row in rows] for name in rows[0]}


def draw(figure):
    axes = figure.subplots()
    shares = [row["largest difference"] / (row["allowed"] or 1) for row in rows]  # buckets allow no difference
    axes.plot(np.clip(shares, 1e-12, 30), columns["group"], "o")
    axes.axvline(1, color="black")
    axes.set(xscale="log", xlabel="largest difference ÷ allowed")
    axes.invert_yaxis()


if __name__ == "__main__":
    finish("agreement", columns, draw)
