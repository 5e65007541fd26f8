"""Questions about images, and about prompts that mix them with text."""

import numpy as np

from core.beyond_text.contents import METHODS
from core.beyond_text.mrope import HEADS, WIDTH, head_steps
from core.beyond_text.patch_maps import OLD_SIDE
from core.beyond_text.prompt import Segment, enlarge_images, prompt_positions
from core.beyond_text.rectangle import REACH, fit
from core.beyond_text.resampling import grid_edge
from core.teach.questions.card import Claim, Evidence, Number, Point, Series, Solution, card

WELL = 0.1  # share of a pattern that counts as drawn
ROWS, COLUMNS, TIMES = 24, 36, 12  # patches of the image in question, and of its smallest version
TWICE = 2 * OLD_SIDE  # rows of a resampled grid


@card("axial-diagonal", Claim(), "images", "images_view=Directions", METHODS["2-D RoPE"])
def axial_diagonal() -> Solution:
    """What the best axial head and the best golden-angle head score along a diagonal and across it."""
    fits = {"axial": fit("diagonal", base=100.0), "golden": fit("diagonal", kind="golden", base=10.0)}
    offsets = np.arange(-REACH, REACH + 1)
    across = {name: each.score[offsets + REACH, REACH - offsets] for name, each in fits.items()}
    goal = fits["axial"].target[offsets + REACH, REACH - offsets]
    series = (
        Series("axial RoPE", offsets, across["axial"], "rotary"),
        Series("golden angle", offsets, across["golden"]),
        Series("wanted", offsets, goal, "beside"),
    )
    score = float(across["axial"][REACH])
    evidence = Evidence(
        "steps across the diagonal",
        "best score",
        Point(0, score, f"axial explains {fits['axial'].r_squared:.1%}"),
        series,
    )
    facts = {name: each.r_squared for name, each in fits.items()} | {"ceiling": fits["axial"].ceiling}
    return Solution(fits["axial"].ceiling < WELL, evidence, facts)


@card(
    "image-positions",
    Number("positions", 1, 100_000, 1.25, "y"),
    "mrope",
    "prompt=text+4,+image+24+x+36,+text+4",
    METHODS["M-RoPE"],
)
def image_positions() -> Solution:
    """Positions that an image takes in a prompt, against its tokens."""
    smallest: list[Segment] = [("image", (1, ROWS // TIMES, COLUMNS // TIMES))]
    prompts = [prompt_positions(enlarge_images(smallest, times), merge=1) for times in range(1, TIMES + 1)]
    tokens = [each.positions.shape[1] - 2 for each in prompts]  # without the marks before and after
    spans = [each.next_position - 2 for each in prompts]
    series = (
        Series("positions taken", tokens, spans, marks="both"),
        Series("one for each token", tokens, tokens, "other", marks="both"),
    )
    point = Point(tokens[-1], spans[-1], f"{tokens[-1]:,} tokens: {spans[-1]} positions")
    evidence = Evidence("tokens of the image", "positions", point, series, log_x=True, log_y=True)
    facts = {"rows": ROWS, "columns": COLUMNS, "tokens": tokens[-1], "taken": spans[-1]}
    return Solution(spans[-1], evidence, facts)


@card("one-column", Number("columns", 1, 1e9, 3, "y"), "mrope", "mrope_view=Pairs", METHODS["M-RoPE"])
def one_column() -> Solution:
    """Columns in which the fastest pair of the width turns once, in Qwen2-VL and in Qwen3-VL."""
    chunked_head, interleaved_head = (head_steps(head) for head in HEADS.values())
    pairs, of_width = np.arange(len(chunked_head.axes)), chunked_head.axes == WIDTH
    first = int(np.flatnonzero(of_width)[0])
    once = float(chunked_head.wavelengths[first])
    series = (
        Series("width", pairs[of_width], chunked_head.wavelengths[of_width], marks="dots"),
        Series("time and height", pairs[~of_width], chunked_head.wavelengths[~of_width], "other", marks="dots"),
    )
    point = Point(first, once, f"pair {first}: {once:,.0f} columns")
    evidence = Evidence("pair", "wavelength (steps of its axis)", point, series, log_y=True)
    facts = {"first": first, "once": once, "interleaved": float(2 * np.pi / interleaved_head.fastest[WIDTH])}
    return Solution(once, evidence, facts | {"change": float(chunked_head.change[WIDTH])})


@card("resampled-edge", Claim(), "images", "resolution=28", METHODS["Learned grid"])
def resampled_edge() -> Solution:
    """Error of each row of a grid of twice as many rows."""
    edges = {rule: grid_edge(OLD_SIDE, TWICE, rule=rule) for rule in ("bicubic", "bilinear aligned")}
    rows = np.arange(TWICE)
    bicubic, aligned_edge = edges.values()
    series = (
        Series("bicubic", rows, bicubic.errors, marks="both"),
        Series("bilinear aligned", rows, aligned_edge.errors, "other", marks="both"),
    )
    evidence = Evidence("new row", "largest error", Point(0, bicubic.edge, f"edge: {bicubic.edge:.3f}"), series)
    facts = {"edge": bicubic.edge, "inside": bicubic.inside, "aligned": aligned_edge.inside}
    return Solution(bicubic.edge < 2 * bicubic.inside, evidence, facts | {"trained": OLD_SIDE, "twice": TWICE})
