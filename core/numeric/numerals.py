"""Numbers as they are printed: a true minus sign, and powers of ten raised."""

import re

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_POWER = re.compile(r"e([+-]\d+)$")


def minus(text: str) -> str:
    """A number's text with a minus sign instead of a hyphen; the hyphen of an exponent stays.

    >>> minus("-0.5")
    '−0.5'
    """
    return re.sub(r"(?<!e)-", "−", text)


def superscript_power(text: str) -> str:
    """A number's text with a minus sign and a raised power of ten.

    >>> superscript_power("-1,024"), superscript_power("2.0e-15")
    ('−1,024', '2.0 × 10⁻¹⁵')
    """
    return _POWER.sub(lambda match: f" × 10{str(int(match[1])).translate(_SUPERSCRIPTS)}", minus(text))


def scientific(
    number: float, *, figures: int = 2, tex: bool = False
) -> str:  # figures: significant ones; tex: for a formula
    r"""A number with its power of ten.

    >>> scientific(-3.61e-15), scientific(3.61e-15, figures=1, tex=True)
    ('−3.6 × 10⁻¹⁵', '4\\times 10^{-15}')
    """
    text = f"{number:.{figures - 1}e}"
    if tex:
        digits, power = text.split("e")
        return rf"{digits}\times 10^{{{int(power)}}}"
    return superscript_power(text)


def in_tokens(wavelength: float) -> str:
    """A wavelength with its unit, in four figures or whole tokens.

    >>> in_tokens(6.2832), in_tokens(60_611.48)
    ('6.3 tokens', '60,611 tokens')
    """
    return f"{wavelength:,.1f} tokens" if wavelength < 1000 else f"{wavelength:,.0f} tokens"


def small(number: float) -> str:
    """A number of at least 0 with three figures, and with a power of ten only where there would be many zeros.

    >>> small(0), small(0.5), small(2.34e-9)
    ('0', '0.5', '2.3 × 10⁻⁹')
    """
    return f"{number:.3g}" if number == 0 or number >= 0.001 else scientific(number)
