"""Arguments are checked at the door; the body below the decorator is plain NumPy."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial, wraps
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.parameter import BASE, D_MODEL, LENGTH, SCALE, whole


def as_positions(
    positions: int | ArrayLike,  # (n,) tokens from the start; an int n stands for 0 … n - 1
) -> NDArray[np.float64]:  # (n,) tokens
    """Positions as an array of real numbers."""
    if isinstance(positions, int | np.integer) and not isinstance(positions, bool):
        if positions < 0:
            raise ValueError(f"positions must be a number of tokens of at least 0, got {positions}")
        return np.arange(positions, dtype=np.float64)
    array = as_real(positions, "positions")
    if array.ndim != 1:
        raise ValueError(f"positions must be one-dimensional, got {array.ndim} dimensions")
    return array


def as_frequencies(frequencies: ArrayLike) -> NDArray[np.float64]:
    """Frequencies as an array of shape (n,), radians per token; a ValueError unless finite and at least 0."""
    array = as_real(frequencies, "frequencies")
    if array.ndim != 1:
        raise ValueError(f"frequencies must be one-dimensional, got {array.ndim} dimensions")
    if (array < 0).any():
        raise ValueError(f"frequencies must be at least 0, got {array.min()}")
    return array


def as_real(values: Any, name: str) -> NDArray[np.float64]:
    """Finite float64 array of any shape; the error names the argument and the first bad value."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "iuf":
            raise TypeError
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be real numbers, got {values!r:.80}") from None
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got {array[~np.isfinite(array)].flat[0]}")
    return array


P = ParamSpec("P")
R = TypeVar("R")
Positions: TypeAlias = Any  # a caller gives an int n for 0 … n - 1, or numbers; the body sees float64 (n,), tokens
Reals: TypeAlias = Any  # a caller gives array_like; the body sees float64


class Law(Protocol):
    """What an argument may be, such as a `Parameter` or a `Choice`."""

    @property
    def name(self) -> str:
        """The argument's name."""

    def check(self, value: Any) -> Any:
        """The value, converted; a ValueError where it breaks the law."""


def reals(*names: str) -> dict[str, Callable[[Any], Any]]:
    """Laws of arguments that are finite real numbers of any shape."""
    return {name: partial(as_real, name=name) for name in names}


SHARED: Mapping[str, Callable[[Any], Any]] = {
    **{law.name: law.check for law in (BASE, D_MODEL, LENGTH, SCALE, whole("seed", least=0))},
    **dict.fromkeys(("positions", "query_positions", "key_positions"), as_positions),
    **reals("relative_position", "vectors"),
    "frequencies": as_frequencies,
}


_BY_NAME = inspect.Parameter.KEYWORD_ONLY


def checked(
    *laws: Law,  # of arguments of the same name
    together: Callable[..., None] | None = None,
    **converters: Callable[[Any], Any],
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Check and convert arguments before a function sees them.

    An argument's law is looked up by name: first in `laws`, then among the shared ones. An argument without
    a law is passed on, and so is None where it is the default. Defaults are taken to be valid.

    >>> double = checked()(lambda scale: 2 * scale)
    >>> double(3)
    6.0
    """
    by_name = {law.name: law.check for law in laws} | converters

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        params = inspect.signature(function).parameters
        unknown = by_name.keys() - params.keys()
        if unknown:
            raise TypeError(f"{function.__name__} must take {', '.join(sorted(unknown))}, got {', '.join(params)}")
        all_laws: dict[str, Callable[[Any], Any]] = {**SHARED, **by_name}
        checks = {
            name: _optional(all_laws[name]) if argument.default is None else all_laws[name]
            for name, argument in params.items()
            if name in all_laws
        }
        in_order = [checks.get(name) for name, argument in params.items() if argument.kind is not _BY_NAME]
        agree = _agreement(together, params) if together else None

        def call(*args: Any, **kwargs: Any) -> Any:
            values = [check(value) if check else value for check, value in zip(in_order, args, strict=False)]
            values += args[len(values) :]  # too many: the function says so
            for name, value in kwargs.items():
                check = checks.get(name)
                if check:
                    kwargs[name] = check(value)
            if agree:
                agree(values, kwargs)
            return function(*values, **kwargs)

        # with the globals of the function's module, doctest takes its examples for that module's
        return wraps(function)(FunctionType(call.__code__, function.__globals__, closure=call.__closure__))

    return decorate


def _optional(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


def _agreement(
    together: Callable[..., None], params: Mapping[str, inspect.Parameter]
) -> Callable[[list[Any], dict[str, Any]], None]:
    """Calls `together` with those of the arguments that it takes."""
    names = inspect.signature(together).parameters.keys()
    defaults = {name: params[name].default for name in names if params[name].default is not inspect.Parameter.empty}

    def agree(values: list[Any], kwargs: dict[str, Any]) -> None:
        arguments = defaults | dict(zip(params, values, strict=False)) | kwargs
        if names <= arguments.keys():  # else one is missing: the function says so
            together(**{name: arguments[name] for name in names})

    return agree
