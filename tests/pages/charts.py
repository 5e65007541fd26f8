"""The Plotly figures of a room as the browser gets them."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Chart:
    """A figure with its sentence; its arrays are arrays again."""

    alt: str
    spec: dict[str, Any]


def charts(app):
    """Of a room, in order."""
    mounted = [element.proto for element in app.get("bidi_component")]
    return [read(mount.bytes) for mount in mounted if mount.component_name == "plot"]


def read(packed):
    """A chart from its data."""
    content = unpack(packed)
    return Chart(content["alt"], together(content["figure"], content))


def unpack(packed):
    """What `components.kit.wire.pack` has packed: the header's values and the arrays, by name."""
    size = int.from_bytes(packed[:4], "little")
    header, start, arrays = json.loads(packed[4 : 4 + size]), 4 + size, {}
    for name, dtype, count in header["arrays"]:
        arrays[name] = np.frombuffer(packed, np.dtype(dtype).newbyteorder("<"), count, start)
        start += arrays[name].nbytes
    assert start == len(packed)
    return header | arrays


def together(part, arrays):
    match part:
        case {"array": name, "shape": shape}:
            return arrays[name].reshape(shape)
        case dict():
            return {key: together(value, arrays) for key, value in part.items()}
        case list():
            return [together(value, arrays) for value in part]
    return part
