"""Arrays on their way to the browser: a JSON header, then the bytes of every array.

A component takes either JSON or bytes; numbers as JSON would be five times as large.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Bytes that the browser reads back with `unpack`.

    Parameters
    ----------
    header : mapping
        JSON values.
    arrays : mapping of str to ndarray
        By name; their dtypes and lengths are added to the header as "arrays".

    Returns
    -------
    packed : bytes
        Four bytes of little-endian header length, the header as UTF-8, the arrays in order.
    """
    index = [[name, array.dtype.name, array.size] for name, array in arrays.items()]
    head = json.dumps({**header, "arrays": index}).encode()
    body = (
        np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"))).tobytes() for array in arrays.values()
    )
    return b"".join([len(head).to_bytes(4, "little"), head, *body])


def header(packed: bytes) -> dict[str, Any]:
    """The JSON header of what `pack` has put together, without the arrays."""
    size = int.from_bytes(packed[:4], "little")
    values: dict[str, Any] = json.loads(packed[4 : 4 + size])
    return values
