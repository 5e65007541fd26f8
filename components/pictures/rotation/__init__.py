"""One pair of a query and a key as arrows that turn in the browser, beside the map of all their scores."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.kit.component import component

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="rotation">
  <div class="pictures">
    <figure class="dial">
      <div><canvas aria-busy="true" role="img"></canvas><b class="query handle" aria-hidden="true">q</b
        ><b class="key handle" aria-hidden="true">k</b></div>
      <figcaption>drag <b>q</b> or <b>k</b></figcaption>
    </figure>
    <div class="controls">
      <dl>
        <div class="result"><dt>q · k</dt><dd class="product"></dd></div>
        <div><dt><i>m</i> − <i>n</i></dt><dd class="apart"></dd></div>
        <div><dt>from k to q</dt><dd class="angle"></dd></div>
      </dl>
      <label class="query"><span>query at <i>m</i> = <output></output>
        <small>has turned <b class="ahead"></b></small></span>
        <input type="range" min="0" step="1" aria-label="position m of the query"></label>
      <label class="key"><span>key at <i>n</i> = <output></output>
        <small>has turned <b class="behind"></b></small></span>
        <input type="range" min="0" step="1" aria-label="position n of the key"></label>
      <label class="lock"><input type="checkbox"><span>move together, <i>m</i> − <i>n</i> stays</span></label>
      <label class="pair"><span>pair <i>i</i> = <output></output> <small class="turning"></small></span>
        <input type="range" min="0" step="1" aria-label="pair i"></label>
    </div>
    <figure class="map">
      <div><canvas aria-busy="true" role="img"></canvas></div>
      <figcaption><span class="bar"><span>−1</span><i></i><span>1</span></span>
        q · k at every m and n; on the line m − n is the same</figcaption>
    </figure>
  </div>
</div>
""",
)


def rotation(
    frequencies: Sequence[float],  # of the head's pairs, radians per token; at most 128
    *,
    # what they and the last position depend on, by the key of its widget: head_dim, length, base and scale; while
    # one of their sliders is moved, the browser draws the arrows for its value
    settings: Mapping[str, Any],
    # query, key_vector: two features each, before they are turned; norms of at most 1
    query: Sequence[float],
    key_vector: Sequence[float],
    # positions "m" of the query and "n" of the key, the "pair", and "lock": 1 if the positions move together, else
    # 0; positions and pairs beyond the last are shown as the last
    view: Mapping[str, float],
    last: int,  # last position, tokens
    colours: Mapping[str, str],  # "query", "key", "between"; "negative", "neutral" and "positive" of the map
    alt: Mapping[str, str],  # descriptions of the "dial" and the "map"
    key: str,  # of the widget; `st.session_state[key].rest` is the view when the arrows come to rest
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the arrows, their sliders, and the map of their scores."""
    data: dict[str, Any] = {
        "frequencies": list(frequencies),
        "settings": dict(settings),
        "query": list(query),
        "key": list(key_vector),
        "view": dict(view),
        "last": last,
        "colours": dict(colours),
        "alt": dict(alt),
    }
    _MOUNT(data=data, key=key, alt=" ".join(alt.values()), follows=settings, on_rest_change=on_rest_change)
