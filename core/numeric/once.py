"""Costly results, computed once for all who ask at the same time."""

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

ONE_AT_A_TIME = RLock()
"""Held by costly computations: two at a time would need twice the memory and take as long."""


def computed_once(
    most: int,  # results kept, at least 1
) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:  # for functions of hashable arguments
    """Keep a function's last results; compute one at a time in the process.

    `functools.lru_cache` lets all threads compute that ask before the first result is there. Who asks for a result
    that is kept does not wait.
    """

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        results: dict[object, Result] = {}

        @wraps(function)
        def ask(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
            key = arguments, tuple(sorted(keywords.items()))
            if (result := results.get(key)) is not None:
                return result
            with ONE_AT_A_TIME:
                if (result := results.get(key)) is None:
                    result = results[key] = function(*arguments, **keywords)
                    if len(results) > most:
                        del results[next(iter(results))]
                return result

        return ask

    return decorate
