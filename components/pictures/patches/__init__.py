"""A picture cut into patches, and how like one of them is to all others under several schemes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.component import component
from components.kit.wire import pack

MAPS = 5
_MAP = '<figure class="map"><canvas role="img"></canvas><figcaption><b></b><span></span></figcaption></figure>'
_MOUNT = component(
    Path(__file__).parent,
    f"""
<div class="patches">
  <figure class="picture">
    <canvas aria-busy="true" tabindex="0" role="application"
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight"></canvas>
    <figcaption>row <output class="row"></output>, column <output class="column"></output> of
      <span class="size"></span> patches: point at another one<span
      class="keys">, or press an arrow key</span></figcaption>
  </figure>
  <div class="maps">{_MAP * MAPS}
    <div class="key"><p><i></i><span>least of a map, or 0</span><span>1, itself</span></p>
      <p class="below"><i></i><span>−1</span><span>0</span></p></div>
  </div>
</div>
""",
)


def patches(
    pixels: NDArray[np.uint8],  # (height, width, 3) of the picture
    grid: tuple[int, int],  # rows and columns of patches
    *,
    # (2 * rows - 1, 2 * columns - 1) likeness at each offset, by scheme
    by_offset: Mapping[str, NDArray[np.floating]],
    # (patches, features) of schemes that see more than the offset: the likeness of two patches is the product of
    # their rows
    rows: Mapping[str, NDArray[np.floating]],
    # "patch_y" and "patch_x", the place of the patch as shares of the picture, from 0 to 1
    view: Mapping[str, float],
    colours: Mapping[str, str],  # "negative", "neutral" and "positive"
    alt: Mapping[str, str],  # descriptions of the picture under "" and of each map, by scheme
    key: str,  # of the widget; `st.session_state[key].rest` is the view after the reader has let go
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Draw the picture and a map for each scheme; the browser follows the patch that is pointed at by itself."""
    schemes = [*by_offset, *rows]
    if len(schemes) != MAPS:
        raise ValueError(f"schemes must be {MAPS}, got {len(schemes)}")
    header: dict[str, Any] = {
        "pixel_height": pixels.shape[0],
        "pixel_width": pixels.shape[1],
        "grid_rows": grid[0],
        "grid_columns": grid[1],
        "schemes": schemes,
        "features": {name: table.shape[1] for name, table in rows.items()},
        "view": dict(view),
        "colours": dict(colours),
        "alt": dict(alt),
    }
    arrays: dict[str, NDArray[Any]] = {"pixels": pixels.ravel()}
    arrays |= {name: values.ravel().astype(np.float32) for name, values in (dict(by_offset) | dict(rows)).items()}
    data = pack(header, arrays)
    _MOUNT(data=data, key=key, alt=" ".join(alt.values()), on_rest_change=on_rest_change)
