"""Arguments of a call that a golden case holds as text or as an object."""

import ast
from collections.abc import Mapping
from typing import Any


def arguments(
    text: str,  # a call whose arguments are literals; nothing in it is run
    *names: str,  # of the arguments that must be given, in the function's order
    **defaults: Any,  # further arguments, in its order
) -> dict[str, Any]:
    """Arguments by name of a call such as "f(16, 3, cls_token=False)"."""
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, TypeError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"call must be a call, got {text!r:.80}") from None
    if not isinstance(node, ast.Call):
        raise ValueError(f"call must be a call, got {text!r:.80}")
    values = dict(zip([*names, *defaults], map(ast.literal_eval, node.args), strict=False))
    values |= {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
    return complete(values, *names, **defaults)


def complete(values: Mapping[str, Any], *names: str, **defaults: Any) -> dict[str, Any]:
    """Given arguments with the defaults of the others; a ValueError where one is unknown or missing."""
    unknown = values.keys() - {*names, *defaults}
    missing = set(names) - values.keys()
    if unknown or missing:
        raise ValueError(f"arguments must be {', '.join([*names, *defaults])}, got {', '.join(values)}")
    return {**defaults, **values}


def sides(size: Any) -> tuple[Any, Any]:
    """Height and width of a size that may be one number for both."""
    return (size[0], size[1]) if isinstance(size, list | tuple) else (size, size)
