"""Which layers are of which type, where a config gives a rule instead of a list."""

from collections.abc import Callable, Sequence

from model_configs.families.part import Part
from model_configs.keys import FULL, SLIDING

LINEAR = "linear_attention"
PATTERN = ("sliding_window_pattern", "global_attn_every_n_layers", "full_attention_interval", "layer_group_size")


def read_count(part: Part, names: tuple[str, ...], usual: int) -> int:
    """A whole number that only the list of layers depends on; any other value is replaced by the default."""
    value = next((part.entries.values[name] for name in names if part.entries.has(name)), None)
    return value if type(value) is int and 0 <= value < 2**20 else usual


def every(
    usual: int, *, last: bool = True, full: str = FULL, other: str = SLIDING
) -> Callable[[Part, int], Sequence[str]]:
    """One layer of `usual` with full attention: the last of each group, or the first."""

    def layers(part: Part, count: int) -> Sequence[str]:
        group = read_count(part, PATTERN, usual)
        place = 0 if last else 1
        if not group:
            return (full,) * count
        return tuple(full if (i + 1 - place) % group == 0 else other for i in range(count))

    return layers


def sixth_and_last(part: Part, count: int) -> Sequence[str]:
    """Every sixth layer and the last have full attention."""
    return (*every(6)(part, count)[:-1], FULL) if count else ()


def sliding_if_windowed(part: Part, count: int) -> Sequence[str]:
    """Layers from `max_window_layers` on have the window, where it is switched on."""
    first = read_count(part, ("max_window_layers",), 28)
    return tuple(SLIDING if part.window and i >= first else FULL for i in range(count))


def sliding_turn(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """Only layers with a window turn; all where no layer has one."""
    return tuple(not part.window or SLIDING in name for name in layers)
