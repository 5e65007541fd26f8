"""Clock hands that turn in the browser, one per pair; the server learns only where they come to rest."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.component import component
from core.sinusoidal.hands import Hands

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="clocks">
  <div class="transport line">
    <div class="buttons">
      <button class="play" type="button">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path class="start" d="M4 2v12l10-6z"/><path class="stop" d="M3 2h4v12H3zM9 2h4v12H9z"/>
        </svg><span></span>
      </button>
      <button class="back" type="button" aria-label="Back to the position before">−1</button>
      <button class="on" type="button" aria-label="On to the next position">+1</button>
    </div>
    <label>speed <select></select></label>
  </div>
  <label class="track line">
    <span class="readout">position <output aria-live="off"></output></span>
    <input class="scrub" type="range" min="0" step="any" aria-label="position">
  </label>
  <canvas aria-busy="true" tabindex="0" role="application"
    aria-keyshortcuts="Space ArrowLeft ArrowRight Home End ArrowUp ArrowDown"></canvas>
  <div class="legend line">
    <span><i class="hand"></i>hand at the position</span>
    <span><i class="sine"></i>its sine, across</span>
    <span><i class="cosine"></i>its cosine, up</span>
    <span><i class="between"></i>angle to the ghost, always the same</span>
  </div>
  <label class="track line ghost">
    <span><i></i>ghost hand <output></output></span>
    <input class="offset" type="range" min="0" step="1" aria-label="offset of the ghost hand">
  </label>
</div>
""",
)


def clocks(
    hands: Hands,  # at most 64; pairs and frequencies are sent
    *,
    # d_model, length, base, scale, clocks_shown, first_pair, spread and within (most lengths of a chosen pair's
    # turn, None for all) by the key of their widget; while one moves, the browser draws the clocks for its value
    settings: Mapping[str, Any],
    # "position" and "offset" (tokens) and the marked "pair", from the address; the nearest pair with a clock is
    # marked, and with None the one after an eighth of the clocks
    view: Mapping[str, float | None],
    is_playing: bool,  # whether the hands turn from the start; with prefers-reduced-motion they never do
    last: int,  # last position, tokens
    # of the ghost hand's slider on either side of 0, ascending, tokens; only up to the last position, at most 16
    stops: Sequence[int],
    colours: Mapping[str, str],  # "sine", "cosine" and "ghost"
    alt: str,
    key: str,  # of the widget; `st.session_state[key].rest` is the view when the hands come to rest
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the clocks with buttons and sliders to play, step and scrub."""
    data: dict[str, Any] = {
        "pairs": hands.pairs.tolist(),
        "frequencies": hands.frequencies.tolist(),  # radians per token
        "settings": dict(settings),
        "view": dict(view),
        "playing": is_playing,
        "first": 0,
        "last": last,
        "speed": 2,
        "stops": list(stops),
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, follows=settings, on_rest_change=on_rest_change)


def learned_clocks(
    paths: NDArray[np.floating],  # (m, n, 2) sine and cosine of each hand at each row, in units of its mean length
    *,
    periods: NDArray[np.floating],  # (m,) tokens for one turn
    first: int,  # position of the first row, tokens
    step: int,  # positions from one row to the next
    position: float,  # where the hands stand, tokens
    is_playing: bool,  # as in `clocks`
    colours: Mapping[str, str],  # "dots" and "ghost"
    alt: str,
    key: str,  # of the widget; `st.session_state[key].rest` has the position where the hands come to rest
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the hands in a learned table as clocks on which every row is a dot, with the same controls."""
    data: dict[str, Any] = {
        "paths": np.round(paths, 3).tolist(),  # a thousandth of a hand is below a pixel
        "pairs": list(range(len(paths))),
        "frequencies": (2 * np.pi / periods).tolist(),  # radians per token
        "view": {"position": position},
        "playing": is_playing,
        "first": first,
        "last": first + step * (paths.shape[1] - 1),
        "step": step,
        "speed": 8,
        "stops": [],
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, on_rest_change=on_rest_change)
