"""Data to the browser as a JSON header and the bytes of arrays, and numbers from the browser.

Arrays as JSON would be five times as large.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(
    header: Mapping[str, Any],  # JSON values
    arrays: Mapping[str, NDArray[Any]],  # by name; their dtypes and lengths are added to the header as "arrays"
) -> bytes:  # four bytes of little-endian header length, the header as UTF-8, the arrays in order
    """Bytes that the browser reads back with `unpack`."""
    index = [[name, array.dtype.name, array.size] for name, array in arrays.items()]
    head = json.dumps({**header, "arrays": index}, separators=(",", ":")).encode()
    body = (
        np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"))).tobytes() for array in arrays.values()
    )
    return b"".join([len(head).to_bytes(4, "little"), head, *body])


def finite(
    report: Any,  # untrusted: any JSON value
    *names: str,  # names to look for
) -> dict[str, float]:
    """The finite numbers that a component has reported under some names; anything else is left out."""
    if not isinstance(report, Mapping):
        return {}
    return {name: report[name] for name in names if _is_finite(report.get(name))}


def _is_finite(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False
