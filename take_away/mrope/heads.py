"""Released heads with M-RoPE: pairs for time, height and width, their arrangement, and the base."""

from core.beyond_text.mrope import axis_of_pair
from core.frequencies import inverse_frequencies


def axes_and_speeds(name):
    """The axis of each pair of a released head, and its radians per step."""
    sections, arrangement, base = {
        "Qwen2-VL": ([16, 24, 24], "chunked", 1_000_000.0),
        "Qwen3-VL": ([24, 20, 20], "interleaved", 5_000_000.0),
    }[name]
    axes = axis_of_pair(sections, arrangement)
    return axes, inverse_frequencies(2 * len(axes), base)
