"""Dimensions as waves over position, one row per pair, and a line across them that is dragged in the browser."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from components.kit.component import component
from core.sinusoidal.dimensions import Wave

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="waves">
  <div class="line">
    <p class="readout">position <output class="place" aria-live="off"></output></p>
    <div class="buttons">
      <button class="back" type="button" aria-label="Back to the position before">−1</button>
      <button class="on" type="button" aria-label="On to the next position">+1</button>
    </div>
    <input type="range" min="0" step="1" aria-label="position of the line">
  </div>
  <canvas aria-busy="true" tabindex="0" role="application"
    aria-keyshortcuts="ArrowLeft ArrowRight Home End"></canvas>
  <p class="notes"></p>
</div>
""",
)


def waves(
    lines: Sequence[Wave],  # ascending by dimension, at least one; sine and cosine of a pair share a row
    *,
    window: int,  # end of the axis of positions, tokens, at least 1
    # what both depend on, by the key of its widget: length, d_model, base, scale, and window, in tokens or "all";
    # and dims, the dimensions that the reader has asked for, ascending, perhaps none; while one of their sliders is
    # moved, the browser draws the waves for its value
    settings: Mapping[str, Any],
    # "position" of the line in tokens, from the address; None for a third of the window; beyond the window the last
    # position is shown
    view: Mapping[str, int | None],
    titles: Mapping[str, str],  # of the axes "x" and "y", with units
    # notes for "dots" at single positions, for "bands" if a wave is too fast for the screen, and for the thin lines
    # that show the waves "before" a drag
    notes: Mapping[str, str],
    colours: Mapping[str, str],  # "sine", "cosine" and "band"
    alt: str,
    key: str,  # of the widget; `st.session_state[key].rest` is the view when the line comes to rest
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the waves, the line, and each wave's value where the line stands."""
    data: dict[str, Any] = {
        "rows": [[*map(_as_json, pair)] for _, pair in groupby(lines, key=lambda wave: wave.pair)],
        "window": window,
        "settings": dict(settings),
        "view": dict(view),
        "titles": dict(titles),
        "notes": dict(notes),
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, follows=settings, on_rest_change=on_rest_change)


def _as_json(wave: Wave) -> dict[str, Any]:
    return {"dimension": wave.dimension, "cosine": wave.cosine, "frequency": wave.frequency}
