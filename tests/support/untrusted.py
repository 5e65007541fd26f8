"""What strangers send, for Hypothesis: texts, numbers, JSON in the places of other values, and damaged files."""

from hypothesis import settings
from hypothesis import strategies as st

TEXTS = (
    *"nan inf -inf 1e400 0x10 ١٢ 1_000 true None =1 \u200b=1+1 @SUM(A1) -1 https://a.example/x".split(),
    *"www.b.example c@d.example :material/home: $x^2$ :red[r] <b> ` yarn longrope dynamic llama3 linear".split(),
    *"all none [] {} <script>alert(1)</script> </style> ../../etc/passwd %00 RoPE 512 order.1 clock.99".split(),
    *("default", "full_attention", "sliding_attention", "", " ", "a" * 300, "9" * 5_000, "🕛" * 20, "\t=1", "\r=1"),
    *("a" * 20_000, "'; --", "Gram matrix", "\ud83d", "\udfff", "wpe\ud800", "\x00", "a\x00.npy", "\u202eabc"),
)
NUMBERS = (
    *(0, -1, 1, 2, 3, 0.5, 127, 128, 65_536, 65_537, 2**20, 2**31, 2**53, 2**63, 10**30, 10**400, 1e-300, 5e-324),
    *(1e153, 1e154, 1e200, 1.7e308, -1e308, 1e100, float("nan"), float("inf"), -0.0, 1e16, 4.0, 8),
)
OFTEN = settings(max_examples=3 * settings.default.max_examples)
"""For readers of files and messages."""


def nest(levels, *, lists):
    """Lists or objects in one another."""
    inner = 1
    for _ in range(levels):
        inner = [inner] if lists else {"a": inner}
    return inner


texts = st.sampled_from(TEXTS) | st.text(max_size=20)
address_texts = texts.map(lambda text: text.encode(errors="replace").decode())  # addresses hold no lone surrogates
numbers = st.sampled_from(NUMBERS) | st.integers() | st.floats()
scalars = st.none() | st.booleans() | numbers | texts
json_values = (
    scalars
    | st.builds(nest, st.sampled_from([3, 60, 200, 400]), lists=st.booleans())
    | st.builds(lambda value, count: [value] * count, scalars, st.sampled_from([0, 1, 32, 64]))
    | st.dictionaries(texts, scalars, max_size=5)
)
"""What JSON can say, and Python's `nan` and `inf`."""

_TEXT_PIECES = (
    st.sampled_from('" { } [ ] , : \\u0000 \\ud800 // /* # 1e999 NaN \n \ufeff'.split(" ")) | st.characters()
)
_BYTE_PIECES = st.sampled_from([bytes(4), b"\xff" * 8, b"9" * 3]) | st.binary(max_size=4)


@st.composite
def damaged(draw, originals):
    """Texts or bytes of which up to three pieces are removed, repeated or replaced, often near the beginning."""
    whole = draw(originals)
    pieces = _TEXT_PIECES if isinstance(whole, str) else _BYTE_PIECES
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, min(len(whole), 128)) | st.integers(0, len(whole)))
        end = start + draw(st.sampled_from([0, 1, 4, 10, 100]))
        whole = whole[:start] + draw(pieces | st.just(whole[start:end] * 2)) + whole[end:]
    return whole
