"""All colours and the font; does not import Plotly, so that pages without charts need not load it."""

from dataclasses import dataclass

# Hues with a contrast of at least 3:1 on both backgrounds that colour-blind readers can tell apart.
SINE = "#3a86d9"
COSINE = "#c8820a"
GHOST = "#8a93a0"
EMBEDDING, ENCODING, SUM = "#7d7c35", "#8456f0", "#c6398e"
UNSEEN = "#d63b30"  # reserved for "never seen in training"
FONT = '"Source Sans", sans-serif'
SERIES = (SINE, COSINE, "#1e9e76", "#b8609c", "#7a76d1", "#8a8f2a")
FAMILY_COLOURS = {"additive": SERIES[2], "rotary": SERIES[4], "bias": SERIES[3], "none": GHOST}  # of schemes


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
        return [(0.0, self.negative), (0.5, self.neutral), (1.0, self.positive)]

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
    >>> ramp(3) == [SERIES[3], SERIES[4], SERIES[2]]
    True
    """
    stops = [_rgb(SERIES[index]) for index in (3, 4, 2)]
    places = [2 * step / max(count - 1, 1) for step in range(count)]
    return ["#" + _between(stops, place).hex() for place in places]


def _between(stops: list[bytes], place: float) -> bytes:
    start = min(int(place), len(stops) - 2)
    share = place - start
    return bytes(round((1 - share) * a + share * b) for a, b in zip(stops[start], stops[start + 1], strict=True))


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


LIGHT = Palette("#7b3294", "#f7f7f7", "#0b7a5b", text="#1c2430", grid="#dfe4ea")
DARK = Palette("#d08bf5", "#181d25", "#3fd3a2", text="#e8ecf2", grid="#2c3440")
