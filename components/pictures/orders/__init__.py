"""Words that a reader drags into another order, each with a clock, and how far a head's outputs change."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.files import inline, show_inline

_HTML = """
<div class="orders" style="--position: {colour}"><div class="both">
<div class="stage">
<p class="row">{first}</p>
<ol class="before">{before}</ol>
<div class="cords"></div>
<div class="tiles" role="group" aria-label="{tiles}">{words}</div>
<p class="row">{changes}</p>
</div>
<div class="panel">
<button class="switch position" type="button" role="switch" aria-checked="false">{switch}<i></i><b></b></button>
<span class="masked"><a href="#term-causal-mask" title="{mask_is}">{mask}</a>
<button class="switch mask" type="button" role="switch" aria-checked="false" aria-label="{mask}"><i></i><b></b>
</button></span>
<p class="number"><output aria-live="off"></output> <span>{number}</span></p>
<p class="scale"><i><b></b></i><span>{least}</span><span class="most"></span></p>
<p class="likeness" hidden></p>
<p class="meaning"></p>
<p class="hint" id="orders-hint">{hint} <span>{keys}</span></p>
</div>
</div><p class="announcement" aria-live="polite"></p></div>
"""
_TILE = """
<div class="word" role="slider" tabindex="0" aria-label="{word}" aria-valuemin="0" aria-valuemax="{last}"
aria-valuenow="{position}" aria-describedby="orders-hint">
<div class="card"><b>{word}</b><div class="dial"></div><small><span>position </span><i></i></small></div>
<span class="difference"><i class="bar"></i></span><span class="change"></span>
</div>
"""


def measured(
    words: Sequence[str],  # of the first sentence
    # (m, n) orders of the words: which of them stands at each position; of equal words the first comes first
    every: NDArray[np.integer],
    *,
    first_order: Sequence[int],  # the order that an address without one shows
    # largest difference of an output in any order without position and mask, 0 if there is none; dimensionless
    without: float,
    # by what tells the order, (m, n) largest difference of each word's outputs in each order, dimensionless; sent
    # in hundredths
    differences: Mapping[str, NDArray[np.floating]],
) -> dict[str, Any]:
    """What the browser looks up about the orders of two sentences."""
    return {
        "words": list(words),
        "orders": " ".join("".join(map(str, order)) for order in every.tolist()),
        "shown": list(first_order),
        "without": without,
        "hundredths": {
            name: np.rint(100 * each).astype(int).ravel().tolist() for name, each in differences.items()
        },
    }


def orders(
    # `measured`, with the differences with "position"; with "mask" and "both" too where a switch adds a mask
    sentences: Mapping[str, Any],
    *,
    frequencies: Sequence[float],  # of the three hands of each clock, the fastest first, radians per token
    colour: str,  # of what position does
    # "likeness" says what a released model finds, where {with} and {without} are filled in;
    # "first", "changes", "switch", "mask", "least", "number", "hint", "keys" and "tiles" stand on the page,
    # "mask_is" explains the mask, "on" or "off" stands beside a switch; "same", "equal", "without", "masked" or
    # "with" says what the number means, empty for nothing; "most", "most_mask" and "most_both" say what the end of
    # the scale is, by what tells the order; "moved" and "turned" are read out. Filled in are {most}, {word},
    # {position}, {what}, {state} and {largest}
    texts: Mapping[str, str],
    # (m,) how alike a released model finds each order and the first sentence; None leaves its line out
    likeness: NDArray[np.floating] | None = None,
    alike: float = 1,  # the same of any order, without positions
) -> None:
    """Show the words; the browser looks up every number without asking the server.

    The query string has the order, whether position is added and whether there is a causal mask, as
    `order=the-mat-…`, `positions=on` and `mask=on`; only the browser reads and writes them.
    """
    words = sentences["words"]
    thousandths = [] if likeness is None else np.rint(1000 * likeness).astype(int).tolist()
    sentences = {**sentences, "alike": alike, "thousandths": thousandths}
    payload = {**sentences, "frequencies": list(frequencies), "texts": dict(texts)}
    labels = {name: escape(text) for name, text in texts.items()}
    html = _HTML.format(
        **labels,
        colour=colour,
        before="".join(f"<li>{escape(word)}</li>" for word in words),
        words="".join(
            _TILE.format(word=escape(word), last=len(words) - 1, position=i) for i, word in enumerate(words)
        ),
    )
    show_inline(inline(Path(__file__).with_name("orders.js"), html, payload))
