"""All colours and the font; does not import Plotly, so that pages without charts need not load it."""

from dataclasses import dataclass

# One colour a concept, in all rooms: docs/colours.md. Each has a contrast of at least 3:1 on both backgrounds.
SINE, COSINE = "#3a86d9", "#c8820a"
EMBEDDING, ENCODING, SUM = "#7d7c35", "#8456f0", "#c6398e"
QUERY, KEY = "#1b8fa3", "#b5653b"
LEARNED, ROTARY, ALIBI, BIAS = "#1e9e76", QUERY, "#b8609c", "#4f9a2e"
UNSEEN = "#d63b30"
GHOST = "#8a93a0"
INK = "\0ink"
"""The colour of text in either theme, which `figures.spec.Figure` puts in its place."""
CONCEPTS = {
    "sine": SINE,
    "cosine": COSINE,
    "embedding of a word": EMBEDDING,
    "encoding of a position; sinusoidal": ENCODING,
    "sum of embedding and encoding": SUM,
    "learned table": LEARNED,
    "query; RoPE and what turns as it does": QUERY,
    "key": KEY,
    "ALiBi": ALIBI,
    "T5; other biases on a score, by their dash": BIAS,
    "angle never seen in training": UNSEEN,
    "NoPE; without, before, otherwise; for comparison": GHOST,
}
"""What a colour means in every picture."""
SCHEMES = {
    "sinusoidal": ENCODING,
    "learned": LEARNED,
    "RoPE": ROTARY,
    "ALiBi": ALIBI,
    "T5": BIAS,
    "NoPE": GHOST,
}
"""Schemes with a solid line; all others have the colour of their family and a dash."""
FAMILIES = {"additive": ENCODING, "rotary": ROTARY, "bias": BIAS, "none": GHOST}
FONT = '"Source Sans", sans-serif'


@dataclass(frozen=True)
class Palette:
    """Colours that depend on the light or dark theme."""

    # negative, neutral, positive: ends and middle of the map of signed values
    negative: str
    neutral: str
    positive: str
    text: str  # of axes
    grid: str  # of axes

    @property
    def signed_scale(self) -> list[tuple[float, str]]:
        """Colour scale for values centred on zero."""
        return self.scale(low=True, high=True)

    def scale(self, *, low: bool, high: bool) -> list[tuple[float, str]]:
        """The part of `signed_scale` for values that are below zero, above zero or both.

        >>> LIGHT.scale(low=False, high=True) == [(0.0, LIGHT.neutral), (1.0, LIGHT.positive)]
        True
        """
        ends = ([self.negative] if low else []) + [self.neutral] + ([self.positive] if high else [])
        return [(place / (len(ends) - 1), colour) for place, colour in enumerate(ends)]

    def colour(self, value: float, limit: float) -> str:
        """Colour of one value on the map of signed values, full at ±limit.

        >>> Palette("#000000", "#808080", "#ffffff", text="", grid="").colour(-1, limit=2)
        '#404040'
        """
        share = min(abs(value) / limit, 1.0) if limit else 0.0
        return _mix(self.neutral, self.negative if value < 0 else self.positive, share)

    def ramp(self, count: int, colour: str = GHOST) -> list[str]:
        """Tones of one colour for an ordered series, the last near the colour of text.

        >>> Palette("", "", "", text="#000000", grid="").ramp(3, "#808080")
        ['#808080', '#4d4d4d', '#1a1a1a']
        """
        return [_mix(colour, self.text, 0.8 * step / max(count - 1, 1)) for step in range(count)]


def of_scheme(name: str, family: str) -> str:
    """The colour of a scheme on every screen; ideas of other kinds are grey.

    >>> of_scheme("ALiBi", "bias") == ALIBI, of_scheme("FIRE", "bias") == BIAS
    (True, True)
    """
    return SCHEMES.get(name, FAMILIES.get(family, GHOST))


def clear(colour: str, opacity: float) -> str:
    """A colour that lets through what is below.

    >>> clear("#ff0000", 0.5)
    'rgba(255, 0, 0, 0.5)'
    """
    red, green, blue = _rgb(colour)
    return f"rgba({red}, {green}, {blue}, {opacity})"


def _mix(one: str, other: str, share: float) -> str:
    """A share of the other colour in the one."""
    channels = (round((1 - share) * a + share * b) for a, b in zip(_rgb(one), _rgb(other), strict=True))
    return "#" + bytes(channels).hex()


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


LIGHT = Palette("#7b3294", "#f7f7f7", "#0b7a5b", text="#1c2430", grid="#dfe4ea")
DARK = Palette("#d08bf5", "#181d25", "#3fd3a2", text="#e8ecf2", grid="#2c3440")
