"""All colours and the font; does not import Plotly, so that pages without charts need not load it."""

from dataclasses import dataclass

# One colour a concept, in all rooms: docs/colours.md. Each has a contrast of at least 3:1 on both backgrounds.
SINE, COSINE = "#3a86d9", "#c8820a"
EMBEDDING, ENCODING, SUM = "#7d7c35", "#8456f0", "#c6398e"
QUERY, KEY = "#1b8fa3", "#b5653b"
ROTARY, BIAS = QUERY, "#4f9a2e"
SHOWN, OTHER, THIRD = "#1e9e76", "#b8609c", "#7a76d1"
UNSEEN = "#d63b30"
GHOST = "#8a93a0"
CONCEPTS = {
    "sine": SINE,
    "cosine": COSINE,
    "embedding of a word": EMBEDDING,
    "encoding of a position; schemes that add it": ENCODING,
    "sum of embedding and encoding": SUM,
    "query; schemes that turn it": QUERY,
    "key": KEY,
    "bias on a score; schemes that add one": BIAS,
    "what the room is about; what holds": SHOWN,
    "the same done otherwise; what does not hold": OTHER,
    "a third way; rounded": THIRD,
    "angle never seen in training": UNSEEN,
    "before the change; for comparison": GHOST,
}
"""What a colour means in every picture."""
SERIES = (SHOWN, OTHER, THIRD, KEY, BIAS)  # of a list whose members are named beside their lines
FAMILY_COLOURS = {"additive": ENCODING, "rotary": ROTARY, "bias": BIAS, "none": GHOST}  # of schemes
KIND_COLOURS = {"longer context": KEY, "images, time, signals": OTHER, "newer ideas": THIRD}
FONT = '"Source Sans", sans-serif'


@dataclass(frozen=True)
class Palette:
    """Colours that depend on the light or dark theme.

    Parameters
    ----------
    negative, neutral, positive : str
        Ends and middle of the map of signed values.
    text, grid : str
        Of axes.
    """

    negative: str
    neutral: str
    positive: str
    text: str
    grid: str

    @property
    def signed(self) -> list[tuple[float, str]]:
        """Colour scale for values centred on zero."""
        return self.scale(low=True, high=True)

    def scale(self, *, low: bool, high: bool) -> list[tuple[float, str]]:
        """The part of `signed` for values that are below zero, above zero or both.

        Examples
        --------
        >>> LIGHT.scale(low=False, high=True) == [(0.0, LIGHT.neutral), (1.0, LIGHT.positive)]
        True
        """
        ends = ([self.negative] if low else []) + [self.neutral] + ([self.positive] if high else [])
        return [(place / (len(ends) - 1), colour) for place, colour in enumerate(ends)]

    def colour(self, value: float, limit: float) -> str:
        """Colour of one value on the map of signed values, full at ±limit.

        Examples
        --------
        >>> Palette("#000000", "#808080", "#ffffff", text="", grid="").colour(-1, limit=2)
        '#404040'
        """
        share = min(abs(value) / limit, 1.0) if limit else 0.0
        end = self.negative if value < 0 else self.positive
        mixed = (round((1 - share) * a + share * b) for a, b in zip(_rgb(self.neutral), _rgb(end), strict=True))
        return "#" + bytes(mixed).hex()


def ramp(count: int) -> list[str]:
    """Colours for an ordered series, from the first to the last.

    Examples
    --------
    >>> ramp(3) == [OTHER, THIRD, SHOWN]
    True
    """
    stops = [_rgb(colour) for colour in (OTHER, THIRD, SHOWN)]
    places = [2 * step / max(count - 1, 1) for step in range(count)]
    return ["#" + _between(stops, place).hex() for place in places]


def clear(colour: str, opacity: float) -> str:
    """A colour that lets through what is below.

    Examples
    --------
    >>> clear("#ff0000", 0.5)
    'rgba(255, 0, 0, 0.5)'
    """
    red, green, blue = _rgb(colour)
    return f"rgba({red}, {green}, {blue}, {opacity})"


def _between(stops: list[bytes], place: float) -> bytes:
    start = min(int(place), len(stops) - 2)
    share = place - start
    return bytes(round((1 - share) * a + share * b) for a, b in zip(stops[start], stops[start + 1], strict=True))


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


LIGHT = Palette("#7b3294", "#f7f7f7", "#0b7a5b", text="#1c2430", grid="#dfe4ea")
DARK = Palette("#d08bf5", "#181d25", "#3fd3a2", text="#e8ecf2", grid="#2c3440")
