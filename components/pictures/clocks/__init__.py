"""Clock hands that turn in the browser, one per pair; the server is told only where they come to rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from components.kit.part import part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.sinusoidal.hands import Hands

_MOUNT = part(
    Path(__file__).parent,
    """
<div class="clocks">
  <div class="transport">
    <div class="buttons">
      <button class="play" type="button">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path class="start" d="M4 2v12l10-6z"/><path class="stop" d="M3 2h4v12H3zM9 2h4v12H9z"/>
        </svg><span></span>
      </button>
      <button class="back" type="button" aria-label="Back to the position before">−1</button>
      <button class="on" type="button" aria-label="On to the next position">+1</button>
    </div>
    <p class="readout">position <output aria-live="off"></output></p>
    <label>speed <select></select></label>
    <input class="scrub" type="range" min="0" step="any" aria-label="position">
  </div>
  <canvas aria-busy="true" tabindex="0" role="img"
    aria-keyshortcuts="Space ArrowLeft ArrowRight Home End ArrowUp ArrowDown"></canvas>
  <div class="legend">
    <span><i class="hand"></i>hand at the position</span>
    <span><i class="sine"></i>its sine, across</span>
    <span><i class="cosine"></i>its cosine, up</span>
    <span><i class="between"></i>angle to the ghost, k · ω</span>
    <label class="ghost">
      <span><i></i>ghost hand, k = <output></output></span>
      <input class="offset" type="range" min="0" step="1" aria-label="offset k of the ghost hand">
    </label>
  </div>
</div>
""",
)


def clocks(
    hands: Hands,
    *,
    view: Mapping[str, float],
    playing: bool,
    last: int,
    offsets: Sequence[int],
    colours: Mapping[str, str],
    alt: str,
    key: str,
    on_rest_change: Callable[[], None],
) -> None:
    """Draw the clocks with buttons and sliders to play, step and scrub.

    Parameters
    ----------
    hands : Hands
        At most 64; pairs, frequencies and periods are sent.
    view : mapping
        "position" and "offset" in tokens and the marked "pair", from the address.
    playing : bool
        Whether the hands turn from the start; with prefers-reduced-motion they never do.
    last : int
        Last position, tokens.
    offsets : sequence of int
        Stops of the ghost hand's slider on either side of 0, ascending, tokens.
    colours : mapping of str
        "sine", "cosine" and "ghost".
    alt : str
        Description of the picture.
    key : str
        Of the widget; `st.session_state[key].rest` is the view when the hands come to rest.
    on_rest_change : callable
        Called with no arguments then.
    """
    data: dict[str, Any] = {
        "pairs": hands.pairs.tolist(),
        "frequencies": hands.frequencies.tolist(),  # radians per token
        "periods": [f"{tokens(period)} tokens" for period in hands.periods],
        "view": dict(view),
        "playing": playing,
        "last": last,
        "offsets": [*(-stop for stop in reversed(offsets)), 0, *offsets],
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, on_rest_change=on_rest_change)


def tokens(number: float) -> str:
    """A number of tokens that fits below a clock.

    Examples
    --------
    >>> tokens(6.2832), tokens(60_611.477), tokens(4.0094e9)
    ('6.28', '60,611', '4.01 × 10⁹')
    """
    if number < 1e7:
        return f"{number:#.3g}" if number < 100 else f"{number:,.0f}"
    digits, power = f"{number:.2e}".split("e+")
    return f"{digits} × 10{str(int(power)).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
