"""Cases of relative position biases in windows: Swin, BEiT, Swin V2."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from core.beyond_text.swin import continuous_bias, log_offsets, swin_index, table_rows
from core.teach.golden.quantity import Quantity

Case = dict[str, Any]

BIAS = 1e-5


def index(case: Case, *, class_token: bool) -> Iterator[Quantity]:
    """Row of the table for each query and key."""
    window = case["window"]
    yield Quantity("index", case["index"], lambda: swin_index(window, class_token=class_token))
    if "rows_in_table" in case:
        yield Quantity("rows_in_table", case["rows_in_table"], lambda: table_rows(window, class_token=class_token))


def log_coords(case: Case) -> Iterator[Quantity]:
    """Log-spaced offsets of Swin V2."""
    window, pretrained = case["window"], case.get("pretrained_window", (0, 0))
    yield Quantity("log_coords", case["log_coords"], lambda: log_offsets(window, pretrained), BIAS)


def bias(case: Case) -> Iterator[Quantity]:
    """The bias of Swin V2 by given weights."""
    compute = partial(continuous_bias, pretrained_window=case.get("pretrained_window", (0, 0)))
    yield Quantity(
        "bias", case["bias"], lambda: compute(case["window"], (case["w1"], case["b1"]), case["w2"]), BIAS
    )


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "index": partial(index, class_token=False),
    "index_with_class_token": partial(index, class_token=True),
    "log_coords": log_coords,
    "continuous_bias": bias,
}
