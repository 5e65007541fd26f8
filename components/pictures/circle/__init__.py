"""A word's embedding in one pair of dimensions, and the circle of its sums with the encodings of all positions."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.component import component

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="circle">
  <div class="bar line">
    <label>word <select class="word" aria-label="word"></select></label>
    <label>pair <select class="pair" aria-label="pair"></select></label>
    <div class="walk line">
      <button class="back" type="button" aria-label="Back to the position before">−1</button>
      <button class="on" type="button" aria-label="On to the next position">+1</button>
      <p class="readout">position <output class="place" aria-live="off"></output></p>
      <input type="range" min="0" step="1" aria-label="position of the word">
    </div>
  </div>
  <div class="view line">
    <div class="plane">
      <canvas aria-busy="true" tabindex="0" role="application"
        aria-keyshortcuts="ArrowLeft ArrowRight Home End"></canvas>
      <b class="handle" aria-hidden="true"></b>
    </div>
    <div class="side">
      <table>
        <thead><tr><td></td><th scope="col" class="sine"></th><th scope="col" class="cosine"></th></tr></thead>
        <tbody>
          <tr class="embedding"><th scope="row">embedding</th><td></td><td></td></tr>
          <tr class="encoding"><th scope="row">+ encoding</th><td></td><td></td></tr>
          <tr class="sum"><th scope="row">= sum</th><td></td><td></td></tr>
        </tbody>
      </table>
      <p class="formula"></p>
      <p class="legend">
        <span><i class="own"></i>where the word stands</span>
        <span><i class="others"></i>other positions of the sentence</span>
        <span><i class="beyond"></i>positions beyond it</span>
      </p>
    </div>
  </div>
</div>
""",
)


def circle(
    words: Sequence[str],  # of the sentence; shown as text, never as HTML
    points: NDArray[np.floating],  # (words, pairs, 2) each word's embedding in each pair, dimensionless
    *,
    pairs: NDArray[np.integer],  # (pairs,)
    frequencies: NDArray[np.floating],  # (pairs,) radians per token, divided by the scale
    base: float,  # for the formula
    scale: float,  # for the formula
    d_model: int,  # for the formula
    places: Sequence[Sequence[int]],  # for each word, all positions of the sentence where it stands, tokens
    last: int,  # last position of the slider, tokens
    # "word" (its position in the sentence), "position" (tokens) and "pair", from the address
    view: Mapping[str, int],
    colours: Mapping[str, str],  # "embedding", "encoding" and "sum"
    alt: str,
    key: str,  # of the widget; `st.session_state[key].rest` is the view after the reader has let go
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the word, its circle and a slider of its position, which the browser follows by itself."""
    data: dict[str, Any] = {
        "words": list(words),
        "points": np.round(points, 6).tolist(),
        "pairs": pairs.tolist(),
        "frequencies": frequencies.tolist(),
        "base": base,
        "scale": scale,
        "d_model": d_model,
        "places": [*map(list, places)],
        "last": last,
        "view": dict(view),
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, on_rest_change=on_rest_change)
