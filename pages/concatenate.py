import numpy as np
import pandas as pd
import streamlit as st

from core.numeric.spacing import evenly_spread
from core.words import survival as layers
from core.words.energy import leading_dimensions, mean_square, variances, vector_lengths
from core.words.read_back import WIDTHS, ReadBack, Way, across_widths
from figures import theme
from figures.curves import Line
from figures.words.energy import energy_by_dimension
from figures.words.shares import share_panels
from pages.shared import chart, room, views
from pages.shared.views import one_of

MOST_PAIRS, FEW, GOOD = 256, 64, 0.99
TWO = theme.SERIES[2]
STYLES = {
    Way.ADDED: {"colour": theme.SUM},
    Way.SCALED: {"colour": theme.SUM, "dash": "dash"},
    Way.HALVES: {"colour": TWO},
    Way.WHOLE: {"colour": TWO, "dash": "dash"},
}

settings, words = room.enter(__file__)
encoding = {"base": settings.base, "scale": settings.scale}


def read_back(seed: int, place: st.delta_generator.DeltaGenerator) -> None:
    rows = views.gather(across_widths(**encoding, seed=seed), len(WIDTHS), place, words["Computing"])
    found = {way: [next(each for each in row if each.way is way) for row in rows] for way in Way}
    panels = {
        words["Position read"]: [line(way, found[way], "position") for way in Way],
        words["Word read"]: [line(way, found[way], "word") for way in Way],
    }
    ticks = [2**n for n in range(3, 10)]
    figure = share_panels(panels, palette=chart.palette(), x="d_model (features)", ticks=ticks, log_x=True)
    table = pd.DataFrame([vars(each) for row in rows for each in row])
    say = read_back_facts(found)
    left, right = st.columns([5, 3], gap="medium")
    with left:
        chart.show(figure, alt=words["Read back: alt"].format(**say), table=lambda: table, key="read_back")
        st.caption(words["Read back: setting"])
    with right:
        st.markdown(words["Read back"].format(**say))
        st.markdown(words["Formula"].format(d=settings.d_model, both=2 * settings.d_model))


def line(way: Way, found: list[ReadBack], what: str) -> Line:
    shares = np.array([getattr(each, what) for each in found])
    return Line(way.value, np.array(WIDTHS), shares, mode="lines+markers", **STYLES[way])


def read_back_facts(found: dict[Way, list[ReadBack]]) -> dict[str, object]:
    narrow = {way.name.lower(): each[0] for way, each in found.items()}
    third = {f"{way.name.lower()}_16": each[WIDTHS.index(16)] for way, each in found.items()}
    sixty = {f"{way.name.lower()}_64": each[WIDTHS.index(64)] for way, each in found.items()}
    wide = {f"{way.name.lower()}_512": each[-1] for way, each in found.items()}
    enough = [
        all(min(each[i].position, each[i].word) >= GOOD for each in found.values()) for i in range(len(WIDTHS))
    ]
    first = next((i for i in range(len(WIDTHS)) if all(enough[i:])), None)
    told = words["Read back: wide" if first is not None else "Read back: never"]
    width = WIDTHS[-1 if first is None else first]
    return {**narrow, **third, **sixty, **wide, "wide": told.format(width=width, good=GOOD)}


def swamp(seed: int, place: st.delta_generator.DeltaGenerator) -> None:
    length, d_model = settings.length, settings.d_model
    found = vector_lengths(length, d_model, **encoding, seed=seed)
    with st.grid(4, min_column_width=150, gap="small"):
        metric(words["Length of the word"], f"{found.word:.3g}", "‖E‖")
        metric(words["Length of the encoding"], f"{found.encoding:.3g}", "‖PE‖")
        metric(words["Length of the word, scaled"], f"{found.scaled_word:.3g}", "‖√d_model · E‖")
        metric(words["Angle"], f"{found.cosine:.2f} → {found.scaled_cosine:.2f}", words["Angle: note"])
    if length == 1:
        st.info(words["One token"])
        return
    energy = variances(length, d_model, **encoding)
    say = swamp_facts(energy) | {"found": found, "square": mean_square(length, d_model, **encoding)}
    left, right = st.columns([5, 3], gap="medium")
    with left:
        chart.show(
            energy_figure(energy),
            alt=words["Swamp: alt"].format(**say),
            table=lambda: pd.DataFrame({"dimension": np.arange(d_model), "variance": energy}),
            key="energy",
        )
    right.markdown(words["Swamp"].format(**say))


def energy_figure(energy: np.ndarray) -> object:
    d_model = len(energy)
    pairs = evenly_spread((d_model + 1) // 2, MOST_PAIRS)  # the last sine of an odd d_model has no cosine
    drawn = {"sine": (2 * pairs, theme.SINE), "cosine": (2 * pairs + 1, theme.COSINE)}
    mode = "lines" if d_model > FEW else "lines+markers"
    lines = [
        Line(name, at[at < d_model], energy[at[at < d_model]], colour, mode=mode, width=3)
        for name, (at, colour) in drawn.items()
    ]
    return energy_by_dimension(
        lines,
        {words["A word"]: 1 / d_model, words["A word, scaled"]: 1.0},
        palette=chart.palette(),
        reach=d_model,
        x="dimension",
        y="variance over the tokens (1)",
    )


def swamp_facts(energy: np.ndarray) -> dict[str, object]:
    d_model, length = settings.d_model, settings.length
    leading = leading_dimensions(energy)
    short = {n: leading_dimensions(variances(n, d_model, **encoding)) for n in (20, 50)}
    return {
        "d_model": d_model,
        "length": length,
        "leading": leading,
        "share": leading / d_model,
        "short": short,
        "varying": float(energy.sum()),
        "above": int(np.sum(energy > 1 / d_model)),
        "largest": float(energy.max()),
    }


def metric(label: str, value: str, note: str) -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow="off")


def through_layers(seed: int, place: st.delta_generator.DeltaGenerator) -> None:
    kinds = [(residual, scaled) for scaled in (False, True) for residual in (True, False)]
    results = (layers.survival(residual=r, scaled=s, **encoding, seed=seed) for r, s in kinds)
    found = dict(zip(kinds, views.gather(results, len(kinds), place, words["Computing"]), strict=True))
    depth = np.arange(layers.PROBED.layers + 1)
    lines = [
        Line(
            words["With residual" if residual else "Without residual"] + (words["Scaled"] if scaled else ""),
            depth,
            np.array(each.exact),
            theme.SERIES[2] if residual else theme.SERIES[4],
            mode="lines+markers",
            dash="dash" if scaled else "solid",
        )
        for (residual, scaled), each in found.items()
    ]
    chance = Line(words["Guessing"], depth, 0 * depth + 1 / layers.POSITIONS, theme.GHOST, dash="dot")
    figure = share_panels(
        {words["Position read"]: [*lines, chance]},
        palette=chart.palette(),
        x="after layer",
        ticks=list(depth),
        panel=300,
    )
    say = {"kept": found[True, False], "kept_scaled": found[True, True], "lost": found[False, False]}
    say |= {"lost_scaled": found[False, True], "last": layers.PROBED.layers, "chance": 1 / layers.POSITIONS}
    say |= {
        "d_model": layers.PROBED.d_model,
        "heads": layers.PROBED.heads,
        "trained": layers.TRAINED,
        "tested": layers.TESTED,
    }
    table = pd.DataFrame({"after layer": depth} | {each.name: each.y for each in lines})
    left, right = st.columns([5, 3], gap="medium")
    with left:
        chart.show(figure, alt=words["Layers: alt"].format(**say), table=lambda: table, key="layers")
        st.caption(words["Layers: setting"].format(**say))
    right.markdown(words["Layers"].format(**say))


VIEWS = {"Read back": read_back, "Swamp": swamp, "Layers": through_layers}

controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
view = one_of("Picture", list(VIEWS), key="probes", place=controls)
seed = views.seed(controls)
VIEWS[view](seed, controls.empty())
room.close(words)
