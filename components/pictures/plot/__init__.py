"""Plotly figures that are updated in place: a new figure keeps the reader's zoom and does not flash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from components.kit.part import Part, part
from components.kit.streamlit_internals import serve_folder
from components.kit.wire import pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGEST = 2**31 - 1  # whole numbers beyond become float64


@cache
def _mount() -> Part:
    """Register the component, and have the folder of Plotly's script served; not before a room asks for it."""
    folder = Path(str(files("plotly") / "package_data"))
    library = folder / "plotly.min.js"
    script = f"{serve_folder('plotly', folder)}/{library.name}?{version('plotly')}"
    html = f'<figure class="clockface-plot" data-script="{script}"><div></div></figure>'
    return part(Path(__file__).parent, html, isolated=False, library=library)  # its style stands in the page's head


def plot(
    figure: Mapping[str, Any],
    *,
    alt: str,
    key: str,
    on_point_change: Callable[[], None] | None = None,
) -> None:
    """Show a figure.

    Parameters
    ----------
    figure : mapping
        "data" and "layout" as in Plotly's JSON, with NumPy arrays; the layout has a height.
    alt : str
        Description of the picture.
    key : str
        Of the widget; also the name of the picture's file.
    on_point_change : callable or None
        Called when a point is clicked; `st.session_state[key].point` is its x, y and customdata.
    """
    arrays: dict[str, NDArray[Any]] = {}
    header = {"figure": _apart(figure, arrays), "alt": alt, "name": key, "picks": on_point_change is not None}
    picks = {} if on_point_change is None else {"on_point_change": on_point_change}
    _mount()(data=pack(header, arrays), key=key, alt=alt, height=figure["layout"]["height"], **picks)


def _apart(part: Any, arrays: dict[str, NDArray[Any]]) -> Any:
    """The figure as JSON values: arrays become references, numbers that are not finite become null."""
    match part:
        case Mapping():
            return {key: _apart(value, arrays) for key, value in part.items()}
        case list() | tuple():
            return [_apart(value, arrays) for value in part]
        case np.ndarray() | np.generic():
            return _refer(part, arrays)
        case float() if not np.isfinite(part):
            return None
    return part


def _refer(array: NDArray[Any] | np.generic, arrays: dict[str, NDArray[Any]]) -> Any:
    """Note an array to be sent and return the reference to it; arrays of other types become JSON."""
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iuf" or not array.size:
        return _apart(array.tolist(), arrays)
    name = f"a{len(arrays)}"
    arrays[name] = _sendable(array)
    return {"array": name, "shape": array.shape}


def _sendable(array: NDArray[Any]) -> NDArray[Any]:
    """The array in a type for which JavaScript has a typed array."""
    if array.dtype.kind == "f":
        return array if array.dtype.itemsize in (4, 8) else array.astype(np.float32)
    if array.dtype.itemsize < 8:
        return array
    return array.astype(np.int32 if np.abs(array).max() <= _LARGEST else np.float64)
