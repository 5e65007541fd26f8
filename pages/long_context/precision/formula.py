"""The followed position in words and in a formula."""

import numpy as np

from core.long_context.dtypes import EXACT, Dtypes
from pages.long_context.precision.rounding_and_position import RoundingAndPosition, error_text


def equal_positions(state: RoundingAndPosition) -> str:
    """Which positions become the same number as the followed one."""
    if state.dtypes.position == EXACT:
        return state.say("Collided: exact")
    group = state.followed_position.merged_positions
    if group.last is None:
        return state.say("Collided: infinite", first=group.first)
    count = group.last - group.first + 1
    kind = {1: "Collided: alone", 2: "Collided: two"}.get(count, "Collided: many")
    return state.say(kind, first=group.first, end=group.last, count=count)


def steps_with_numbers(state: RoundingAndPosition) -> str:
    """The four steps with the reader's numbers, the same without rounding, and how it ends."""
    position, pair = state.position, state.followed_position.worst_pair
    result, exact = state.followed_position.steps(state.dtypes), state.followed_position.steps(Dtypes())
    divisor = "" if state.settings.scale == 1 else f" / {state.settings.scale:g}"
    exponent = f"-{2 * pair}/{state.dim}" if pair else "0"
    base = f"{state.settings.base:,.0f}".replace(",", "{,}")
    source = rf"{base}^{{{exponent}}}{divisor}"
    whole, frequency, angle = tex(result.position, 10), tex(result.frequency, 7), tex(result.angle, 8)
    dtypes = state.dtypes
    steps = [
        rounding_line(r"\tilde p", dtypes.position, str(position), whole),
        rounding_line(rf"\tilde\omega_{{{pair}}}", dtypes.inverse_frequency, source, frequency),
        rounding_line(r"\tilde\theta", dtypes.angle, rf"{whole}\cdot {frequency}", angle),
        rounding_line(r"\tilde c", dtypes.cos_sin, rf"\cos {angle}", tex(result.cosine, 5)),
        rounding_line(r"\tilde s", dtypes.cos_sin, rf"\sin {angle}", tex(result.sine, 5)),
        rf"\theta &= {position}\cdot {tex(exact.frequency, 7)} = {tex(exact.angle, 8)}",
        rf"c &= \cos\theta = {tex(exact.cosine, 5)}",
        rf"s &= \sin\theta = {tex(exact.sine, 5)}",
    ]
    error = state.followed_position.error
    kind = "none" if not np.isfinite(result.angle) else "right" if error == 0 else "wrong"
    turn = result.angle - exact.angle
    outcome = state.words(f"Outcome: {kind}", turn=turn, missed=error_text(error))
    return state.say("Formula", formula=r" \\ ".join(steps), outcome=outcome)


def rounding_line(name: str, dtype: str, source: str, result: str) -> str:
    """A line of the formula: what is rounded, and to what."""
    return rf"{name} &= \text{{{dtype}}}({source}) = {result}"


def tex(value: float, digits: int) -> str:
    if not np.isfinite(value):
        return r"\infty" if np.isinf(value) else r"\text{none}"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return mantissa if not exponent else rf"{mantissa}\cdot 10^{{{int(exponent)}}}"
