"""Table of contents: every encoding, one file each, in the order of their publication."""

from core.schemes import alibi, fire, kerple, learned, nope, rope, shaw, sinusoidal, t5, xpos
from core.schemes.scheme import Scheme

SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        learned.SCHEME,
        sinusoidal.SCHEME,
        shaw.SCHEME,
        t5.SCHEME,
        rope.SCHEME,
        alibi.SCHEME,
        nope.SCHEME,
        kerple.SCHEME,
        xpos.SCHEME,
        fire.SCHEME,
    )
}
