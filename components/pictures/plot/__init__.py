"""Plotly figures that are updated in place: a new figure keeps the reader's zoom and does not flash."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from components.kit.component import Component, component
from components.kit.wire import pack
from components.pictures.plot import bundle

_SHORT = 2**15
_LARGEST = 2**31 - 1  # whole numbers beyond become float64


@dataclass(frozen=True)
class Live:
    """What the browser computes in the place of a figure's first trace; the other traces are hidden meanwhile."""

    kind: Literal["curve", "gram"]  # of live.js: dot products against the offset, or of all pairs of positions
    # length, d_model, base, scale and "normalised"; of a curve also "points", as in `dot_product_curve`
    settings: Mapping[str, Any]


@cache
def _mount() -> Component:
    """Register the component, not before a room asks for it; its style stands in the page's head."""
    html = f'<figure class="clockface-plot" data-script="{bundle.address()}"><div></div></figure>'
    return component(Path(__file__).parent, html, is_isolated=False, library=bundle.FILE)


def plot(
    # "data" and "layout" as in Plotly's JSON, with NumPy arrays; the layout has a height; its `meta["follows"]`
    # names axes and the sliders that these follow
    figure: Mapping[str, Any],
    *,
    alt: str,
    key: str,  # of the widget; also the name of the picture's file
    # called when a point is clicked; `st.session_state[key].point` is its x, y and customdata
    on_point_change: Callable[[], None] | None = None,
    ghost: bool = False,  # whether the lines from before a slider moved stay behind those that follow it
    live: Live | None = None,  # what the browser draws while a slider moves; None if the server does
) -> None:
    """Show a figure. While a slider moves, axes of what is measured keep their ranges: axes.js."""
    arrays: dict[str, NDArray[Any]] = {}
    header = {"figure": _apart(figure, arrays), "alt": alt, "name": key, "picks": on_point_change is not None}
    header |= {"ghost": ghost, "live": live and {"kind": live.kind, "settings": dict(live.settings)}}
    options: dict[str, Any] = {"height": figure["layout"]["height"], "follows": live.settings if live else ()}
    if on_point_change is not None:
        options["on_point_change"] = on_point_change
    _mount()(data=pack(header, arrays), key=key, alt=alt, **options)


def _apart(component: Any, arrays: dict[str, NDArray[Any]]) -> Any:
    """The figure as JSON values: arrays become references, numbers that are not finite become null."""
    match component:
        case Mapping():
            return {key: _apart(value, arrays) for key, value in component.items()}
        case list() | tuple():
            return [_apart(value, arrays) for value in component]
        case np.ndarray() | np.generic():
            return _refer(component, arrays)
        case float() if not np.isfinite(component):
            return None
    return component


def _refer(array: NDArray[Any] | np.generic, arrays: dict[str, NDArray[Any]]) -> Any:
    """Note an array to be sent and return the reference to it; arrays of other types become JSON."""
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iuf" or not array.size:
        return _apart(array.tolist(), arrays)
    numbers = _sendable(array)
    name = next((name for name, other in arrays.items() if _same(other, numbers)), f"a{len(arrays)}")
    arrays[name] = numbers
    return {"array": name, "shape": array.shape}


def _same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether lines share an array, as positions of an axis."""
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


def _sendable(array: NDArray[Any]) -> NDArray[Any]:
    """The array in a type for which JavaScript has a typed array; positions along an axis in two bytes."""
    small = array.ndim == 1 and array.dtype.itemsize > 2 and np.abs(array).max() < _SHORT  # false with NaN
    if small and (array == np.rint(array)).all():
        return array.astype(np.int16)
    if array.dtype.kind == "f":
        return array if array.dtype.itemsize in (4, 8) else array.astype(np.float32)
    if array.dtype.itemsize < 8:
        return array
    return array.astype(np.int32 if np.abs(array).max() <= _LARGEST else np.float64)
