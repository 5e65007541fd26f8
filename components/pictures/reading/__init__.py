"""A text that grows letter by letter, how surprised several models are by it, and what each writes after it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from components.kit.component import component
from core.long_context.trained.reading import READERS, Reading

_READER = """
    <div class="reader">
      <b></b><canvas aria-busy="true" aria-hidden="true"></canvas><output></output><p></p>
    </div>"""
_MOUNT = component(
    Path(__file__).parent,
    """
<div class="reading">
  <div class="transport line">
    <div class="buttons">
      <button class="play" type="button"></button>
      <button class="back" type="button" aria-label="One letter back">−1</button>
      <button class="on" type="button" aria-label="One letter on">+1</button>
    </div>
    <p class="readout"><output aria-live="off"></output> <span></span></p>
    <label>speed <select></select></label>
    <input class="scrub" type="range" min="0" step="1" aria-label="letters read">
  </div>
  <p class="text"></p>
  <p class="key line"></p>
  <div class="readers">
    <div class="reader head"><span></span><span></span><span></span><span></span></div>"""
    + _READER * len(READERS)
    + "</div></div>",
)


def reading(
    text: str,
    readings: Mapping[str, Reading],  # of some `READERS` by name; the letters show the first one's surprise
    *,
    original: int,  # letters in training; beyond, surprise is drawn in `colours["beyond"]`
    guess: float,  # nats of an even guess: the full height of a strip
    position: int | None,  # letters read, from the address; None for all
    is_playing: bool,  # whether the text grows from the start; with prefers-reduced-motion it never does
    # of each reader's name by the name; "inside" and "beyond" of surprise
    colours: Mapping[str, str],
    # "play", "pause", "read" ({all} letters), "guess", "now" and "writes" on the page, "inside" and "beyond" in the
    # key, where {name} is the first reader's
    texts: Mapping[str, str],
    alt: str,
    key: str,  # of the widget; `st.session_state[key].rest` has the position when the text comes to rest
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Show the text and the readers; the browser plays, steps and scrubs without asking the server."""
    data: dict[str, Any] = {
        "text": text,
        "readers": [
            {
                "name": name,
                "colour": colours[name],
                "hundredths": np.rint(100 * each.losses).astype(int).tolist(),
                "stops": [*each.written],
                "written": [*each.written.values()],
            }
            for name, each in readings.items()
        ],
        "original": original,
        "guess": guess,
        "view": {"position": len(text) if position is None else position},
        "playing": is_playing,
        "colours": {name: colours[name] for name in ("inside", "beyond")},
        "texts": dict(texts),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, on_rest_change=on_rest_change)
