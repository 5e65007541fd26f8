"""Attention of one head as lines between the tokens of a sentence, their position ids, and a map of all heads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.component import component
from components.kit.wire import pack

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="attention">
  <div class="sentence">
    <p class="key"><span></span> <span class="even"><i></i> <span></span></span></p>
    <div class="scroll"><div class="stage">
      <canvas class="lines" aria-busy="true" role="img"></canvas>
      <div class="ids" role="group"></div>
    </div></div>
    <p class="hint"></p>
  </div>
  <div class="side">
    <div class="heads">
      <p class="hint"></p>
      <canvas class="map" tabindex="0" role="application"
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Home End"></canvas>
      <p class="says" aria-live="polite"></p>
    </div>
    <div class="likenesses"></div>
  </div>
</div>
""",
)


@dataclass(frozen=True)
class Bar:
    """A likeness, drawn as a bar from 0 to 1."""

    label: str  # what it is that is alike; shown as text, never as HTML
    value: float  # a cosine
    number: str  # as it is written
    colour: str
    heading: str = ""  # above it, where it begins a group


def attention(
    tokens: Sequence[str],  # shown as text, never as HTML
    shares: NDArray[np.floating],  # (layers, heads, n, n) of each query token (row) on each key token
    *,
    last: int,  # the largest position id
    # "ids" of the tokens, with commas between them, and "head", such as 0.2: from the address
    view: Mapping[str, str],
    moved: NDArray[np.floating],  # (layers, heads) from 0 to 1: how much a head lives on position
    aims: Sequence[Sequence[str]],  # (layers, heads) where each head looks most, in words
    aim_shares: NDArray[np.floating],  # (layers, heads) its share there
    has_positions: bool,
    bars: Sequence[Bar],
    # "line" of the lines, "low" and "high" of the map
    colours: Mapping[str, str],
    # "key", "even", "ids", "ids: fixed", "ids: off", "map", "id of", "says" and "says: off"
    texts: Mapping[str, str],
    alt: str,
    # of the widget; `st.session_state[key].rest` has "ids" and "head" when the reader has let go, untrusted. While
    # an id moves, `pages.shared.preview.texts("ids", …)` has the ids in the run that follows
    key: str,
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the sentence. The browser changes the head by itself, and asks the server for lines of other ids."""
    header: dict[str, Any] = {
        "tokens": list(tokens),
        "last": last,
        "view": dict(view),
        "moved": np.round(moved, 3).tolist(),
        "aims": [list(layer) for layer in aims],
        "aim_shares": np.round(aim_shares, 4).tolist(),
        "has_positions": has_positions,
        "bars": [asdict(bar) for bar in bars],
        "colours": dict(colours),
        "texts": dict(texts),
        "alt": alt,
    }
    percents = np.rint(255 * shares).astype(np.uint8).ravel()  # lines need no more; numbers are in the table
    _MOUNT(data=pack(header, {"shares": percents}), key=key, alt=alt, on_rest_change=on_rest_change)
