"""Scores of two queries against the keys before them, beside the exact curve."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.precision.rounding import choose_dtypes, counted_pairs, everywhere, scores

d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS, or "each its own"
dtype = "bfloat16"  # or "float16", "float32", "float64"
each = ["bfloat16", "float32", "bfloat16", "bfloat16"]  # of the four steps, for "each its own"
queries = [257, 8191]  # tokens

dtypes = choose_dtypes(rounding, dtype, each)
frequencies = inverse_frequencies(d_model, base)[counted_pairs(d_model)] / scale
offsets = np.arange(65)  # query minus key, tokens
columns = {"offset": offsets, "exact": scores(offsets, 0 * offsets, frequencies, everywhere("float64"))}
for query in queries:  # no key stands before position 0
    values = scores(np.full(65, query), query - offsets, frequencies, dtypes)
    columns[f"query at {query}"] = np.where(offsets <= query, values, np.nan)


def draw(figure):
    axes = figure.subplots()
    for name, values in columns.items():
        if name != "offset":
            axes.plot(offsets, values, ":" if name == "exact" else "-", label=name)
    axes.set(xlabel="query minus key (tokens)", ylabel="q · k ÷ (|q| |k|)")
    axes.legend()


if __name__ == "__main__":
    finish("rounded_scores", columns, draw)
