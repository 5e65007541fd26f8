from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.kit.wire import finite
from core.frequencies import inverse_frequencies
from core.long_context.cached_keys import apparent_positions, stale_scores
from core.long_context.coverage import critical_dimension, trained_turns, unseen_share
from core.long_context.rules import (
    attention_factor,
    compared_ramps,
    horizon,
    neighbour_distance,
    scaled_to,
)
from core.long_context.sharpness import MAX_KEYS, sharpness
from core.scaling import RULES, by_parts, dynamic, ntk, yarn
from core.scaling.parameters import ORIGINAL_LENGTH
from figures.curves import Line, curves
from figures.long_context.cached_keys import stale_score_heatmap
from figures.long_context.coverage import pair_turns, unseen_strips
from figures.long_context.rules import Quantity, held_by_strongest, look, pair_curves
from figures.theme import GHOST
from pages.shared import address, chart, room
from pages.shared.words import sections

TELLING = ["Unscaled", "Linear", "NTK", "YaRN"]
LLAMA_2 = (4096, 32_768)  # trained, and wanted
HEAD, WIDEST, PAIR = 128, 512, 52  # rotary features, the most of them, the pair shown first
ROWS, COLUMNS, GROWTH = 128, 128, 33
TURN, SLOWEST = 2 * np.pi, 1e-12  # radians; a pair that stands still has no wavelength

settings, words = room.enter(__file__)
base, palette = settings.base, chart.palette()
dim = 2 * (address.whole("rotary_dim", HEAD, 4, WIDEST) // 2)
pairs, trained = dim // 2, inverse_frequencies(dim, base)


def asked_pair(place: st.delta_generator.DeltaGenerator) -> int:
    pair = address.whole("at_pair", PAIR, 0, pairs - 1)
    st.session_state["at_pair_asked"] = pair
    place.number_input(  # another range would reset it
        "pair", 0, WIDEST // 2 - 1, key="at_pair_asked", on_change=take_pair, width=130, help=words["Pair: help"]
    )
    return pair


def take_pair() -> None:
    address.put(at_pair=st.session_state["at_pair_asked"])


def take_click(key: str) -> None:
    """A click on a pair in any picture chooses it in all of them."""
    match st.session_state[key].point:
        case {"x": int(pair)}:
            address.put(**finite({"at_pair": pair}, "at_pair"))


def show(figure: Any, key: str, say: dict[str, Any], table: pd.DataFrame, *, pick: bool = False) -> None:
    chosen: dict[str, Any] = {"on_point_change": lambda: take_click(key)} if pick else {}
    chart.show(figure, alt=words[f"{key.capitalize()}: alt"].format(**say), table=table.copy, key=key, **chosen)


def percent(share: float) -> str:
    return "0 %" if share == 0 else f"{100 * share:.1f} %" if share >= 0.001 else "less than 0.1 %"


def turned(turns: float) -> str:
    return f"{turns:,.0f}" if turns >= 1000 else f"{turns:.3g}"


def by_pair(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"pair": np.arange(pairs)} | columns)


def power(number: float) -> str:
    """LaTeX of a number with four digits."""
    digits, exponent = f"{number:.3e}".split("e")
    return rf"{digits}\cdot 10^{{{int(exponent)}}}" if abs(int(exponent)) > 2 else f"{number:.4g}"


controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
ends = controls.select_slider(
    words["Context"],
    ORIGINAL_LENGTH.stops,
    LLAMA_2,
    key="context",
    bind="query-params",
    width=400,
    help=words["Context: help"],
)
original, target = sorted(ends)
pair = asked_pair(controls)
names = st.pills("rules", list(RULES), selection_mode="multi", default=TELLING, key="rules", bind="query-params")
factor = target / original
scaled = {
    name: scaled_to(rule, dim, base=base, original=original, target=target)
    for name, rule in RULES.items()
    if name in names
}
blocks = np.arange(0, target + 1, target // ROWS)
cells = {name: unseen_share(trained, own.inverse, original, blocks) for name, own in scaled.items()}
unseen = {name: float(share.mean()) for name, share in cells.items()}
turns = trained_turns(trained, original)


def facts() -> dict[str, Any]:
    complete = int((turns >= 1).sum())
    say: dict[str, Any] = {"original": original, "target": target, "factor": factor, "base": base, "dim": dim}
    say |= {"pairs": pairs, "pair": pair, "complete": complete, "rest": pairs - complete, "last": target - 1}
    say |= {"critical": critical_dimension(trained, original), "rules": ", ".join(scaled)}
    say |= {"shares": ", ".join(f"{name} {percent(share)}" for name, share in unseen.items())}
    say |= {"first": np.degrees(trained[0]), "distance": neighbour_distance(trained)}
    left = {name: neighbour_distance(own.inverse) / say["distance"] for name, own in scaled.items()}
    return say | {"left": ", ".join(f"{name} {share:.1%}".replace("%", " %") for name, share in left.items())}


def fractions(ratios: dict[str, Any]) -> dict[str, float]:
    """Ticks from 1 down to the smallest of the ratios."""
    halvings = int(np.ceil(-np.log2(max(SLOWEST, min(1.0, *(ratio.min() for ratio in ratios.values()))))))
    return {"1": 1.0} | {f"1/{2**n}": 2.0**-n for n in range(halvings, 0, -max(1, halvings // 4))}


def linked(say: dict[str, Any]) -> None:
    """The four views on one axis of pairs."""
    red, lines = st.columns(2, gap="medium")
    rates = {name: own.inverse for name, own in scaled.items()}
    with red:
        titles = {name: words["Strip"].format(name=name, share=percent(share)) for name, share in unseen.items()}
        strips = unseen_strips(
            cells, titles=titles, positions=target // ROWS, original=original, palette=palette, pair=pair,
            x="pair", y="position (tokens)",
        )  # fmt: skip
        shares = {f"{name}, never seen (%)": (100 * share.mean(axis=0)).round(3) for name, share in cells.items()}
        show(strips, "coverage", say, by_pair(**shares), pick=True)
    with lines:
        ratios = {name: rate / trained for name, rate in rates.items()}
        slow = {name: TURN / np.maximum(rate, SLOWEST) for name, rate in rates.items()}
        windows = {f"trained {original:,}": original, f"wanted {target:,}": target}
        panels = [
            Quantity(words["Ratio"], ratios, log=True, ticks=fractions(ratios)),
            Quantity(words["Wavelength"], slow, log=True, levels=windows),
            Quantity(words["Neighbours"], {name: np.degrees(rate) for name, rate in rates.items()}),
        ]
        columns = {f"{n}, radians per token": r for n, r in rates.items()}
        figure = pair_curves(panels, palette=palette, pair=pair, x="pair", height=strips.layout.height)
        show(figure, "frequencies", say, by_pair(**columns), pick=True)
    st.markdown(words["Linked"].format(**say))


def one_pair(say: dict[str, Any]) -> None:
    name, own = list(scaled.items())[-1]
    rates = {n: float(s.inverse[pair] / TURN) for n, s in scaled.items()}
    arc, rule = float(turns[pair]), float(own.inverse[pair])
    say |= {"numerator": 2 * pair, "arc": arc, "degrees": 360 * arc, "name": name, "ratio": rule / trained[pair]}
    say |= {"trained": power(trained[pair]), "scaled": power(rule), "reached": turned((target - 1) * rule / TURN)}
    kind = "whole" if arc >= 1 else "arc"
    left, right = st.columns([3, 2], gap="medium")
    with left:
        figure = pair_turns(
            rates, arc=arc, original=original, target=target, palette=palette, x="position m (tokens)",
            y=f"turns of pair {pair}", red=words["Red"],
        )  # fmt: skip
        rows = {"rule": list(rates), "radians per token": [s.inverse[pair] for s in scaled.values()]}
        rows |= {"÷ unscaled": [s.inverse[pair] / trained[pair] for s in scaled.values()]}
        rows |= {f"turns at {target - 1:,}": [(target - 1) * rate for rate in rates.values()]}
        rows |= {"never seen (%)": [100 * share[:, pair].mean() for share in cells.values()]}
        show(figure, "turns", say, pd.DataFrame(rows))
    with right:
        st.markdown(words[f"One pair: {kind}"].format(**say))
        st.latex(words["One pair: formula"].format(**say | {"reached": say["reached"].replace(",", "{,}")}))
        ends = {n: f"{100 * share[:, pair].mean():.1f} %" for n, share in cells.items()}
        reached = [turned((target - 1) * rate) for rate in rates.values()]
        shown = pd.DataFrame({"rule": list(ends), "turns at the end": reached, "never seen": list(ends.values())})
        st.table(shown, border="horizontal", hide_index=True)


def lessons(say: dict[str, Any]) -> None:
    with st.grid(2, min_column_width=300, gap="small"):
        for name in scaled:
            with st.container(border=True, height="stretch"):
                st.markdown(f"##### {name}, {RULES[name].year}")
                for heading, text in sections(RULES[name].explanation).items():
                    st.markdown(f"**{heading}.** {text}")
                st.caption(RULES[name].source)


def ramps(say: dict[str, Any]) -> None:
    found = compared_ramps(by_parts.RULE, yarn.RULE, dim, base=base, original=original, target=target)
    most = found.widest
    low, high = yarn.ramp_range(dim, base, original)
    say |= {"most": most, "ratio": found.ratio[most], "low": low, "high": high}
    say |= {"paper": found.one[most], "released": found.other[most]}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        panels = [
            Quantity(words["Ramps: weight"], {"NTK-by-parts": found.one, "YaRN": found.other}),
            Quantity(
                words["Ramps: ratio"],
                {"YaRN": found.ratio},
                levels={words["Ramps: most"].format(**say): say["ratio"]},
            ),
        ]
        table = by_pair(**{"paper": found.one, "released": found.other, "released ÷ paper": found.ratio})
        figure = pair_curves(panels, palette=palette, pair=pair, x="pair", height=460)
        show(figure, "ramps", say, table, pick=True)
    right.markdown(words["Ramps"].format(**say))


def attention(say: dict[str, Any]) -> None:
    factors = np.geomspace(1, max(factor, 2), 33)
    sharpening = {name: rule for name, rule in RULES.items() if rule.attention}

    def multiplier(name: str, by: float) -> float:
        return attention_factor(RULES[name], original=original, target=original * by) ** 2

    keys = {"trained": min(original, MAX_KEYS), "wanted": min(target, MAX_KEYS)}
    plain = {name: sharpness(count) for name, count in keys.items()}
    now = {name: multiplier(name, factor) for name in sharpening}
    sharp = {name: sharpness(keys["wanted"], by) for name, by in now.items()}
    say |= {f"{n}_keys": keys[n] for n in keys} | {f"{n}_shared": s.keys for n, s in plain.items()}
    say |= {f"{n}_entropy": s.entropy for n, s in plain.items()}
    said = [words["Sharpened"].format(name=n, by=now[n], factor=now[n] ** 0.5, entropy=s.entropy, keys=s.keys)
            for n, s in sharp.items()]  # fmt: skip
    left, right = st.columns(2, gap="medium")
    with left:
        lines = [
            Line(n, factors, np.array([multiplier(n, s) for s in factors]), look(n).colour, width=2.5)
            for n in sharpening
        ]
        figure = curves(lines, palette=palette, x="context wanted ÷ trained", y="scores are multiplied by")
        table = pd.DataFrame({"wanted ÷ trained": factors} | {line.name: line.y for line in lines})
        show(figure, "multiplier", say | {"now": ", ".join(f"{n} {by:.3f}" for n, by in now.items())}, table)
    with right:
        drawn = {f"{keys[n]:,} keys": (s, GHOST, "dash" if n == "trained" else "solid") for n, s in plain.items()}
        drawn |= {f"{keys['wanted']:,} keys, {n}": (s, look(n).colour, "solid") for n, s in sharp.items()}
        lines = [
            Line(n, s.strongest, s.held, colour, dash=dash, width=2.5) for n, (s, colour, dash) in drawn.items()
        ]
        figure = held_by_strongest(lines, palette=palette, x="strongest keys", y="share of the attention")
        table = pd.concat(
            [pd.DataFrame({"scores": line.name, "strongest keys": line.x, "share": line.y}) for line in lines]
        )
        show(figure, "softmax", say, table)
    st.markdown(words["Attention"].format(**say, sharpened=" ".join(said)))


def cached(say: dict[str, Any]) -> None:
    if target == original:
        st.info(words["No growth"].format(**say))
        return
    rule, key, query = dynamic.RULE, original - 1, target - 1
    present = scaled_to(rule, dim, base=base, original=original, target=target).inverse
    added = np.unique(np.geomspace(1, target - original, GROWTH).round().astype(int))
    found = stale_scores(rule, trained, factor=factor, original=original, lengths=original + added)
    believed = apparent_positions(key, trained, present)
    effective = dynamic.effective_factor(factor, original, target)
    say |= {"effective": effective, "new_base": ntk.base_for(effective, base, dim), "key": key, "query": query}
    say |= {"believed": believed[pair], "slowest": believed[-1], "ahead": int((believed > query).sum())}
    say |= {"error": found.error[-1], "size": found.last_size}
    half = found.half_grown
    say |= {"soon": added[half], "soon_error": found.error[half]}
    left, right = st.columns(2, gap="medium")
    with left:
        panel = Quantity(words["Believed"], {rule.name: believed}, log=True,
                      levels={f"the query, {query:,}": query, f"the key, {key:,}": key})  # fmt: skip
        figure = pair_curves([panel], palette=palette, pair=pair, x="pair", height=400)
        show(figure, "believed", say, by_pair(**{"taken for position": believed}), pick=True)
    with right:
        errors = found.blocks(COLUMNS)
        axes = {"x": "position of the cached key (tokens)", "y": "tokens added since", "unit": "error of the score"}
        figure = stale_score_heatmap(errors, keys=original, added=added, palette=palette, **axes)
        table = pd.DataFrame({"tokens added since": added, "error of the score": found.error})
        show(figure, "errors", say, table)
    st.markdown(words["Cached"].format(**say))


def numbers(say: dict[str, Any]) -> None:
    rows = []
    for name, own in scaled.items():
        ahead, slowest = horizon(own.inverse, target), TURN / max(own.inverse[-1], SLOWEST)
        row = {"rule": name, "pair 0, per token": f"{np.degrees(own.inverse[0]):.2f}°"}
        row |= {"last wavelength": f"{slowest:,.0f}", "full turns": f"{(target * own.inverse >= TURN).sum()} pairs"}
        row |= {"never seen": percent(unseen[name]), "neighbours": f"{neighbour_distance(own.inverse):.4f}"}
        row |= {"attention factor": f"{own.attention_factor:.4f}", "scores ×": f"{own.attention_factor**2:.4f}"}
        rows.append(row | {"horizon": f"{ahead:,}" if ahead else f"beyond {target:,}"})
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True, alt=words["Numbers: alt"].format(**say))
    st.markdown(words["Numbers"].format(**say))


VIEWS = {
    "One pair": one_pair, "Rules": lessons, "YaRN’s two ramps": ramps, "Attention": attention,
    "Cached keys": cached, "Numbers": numbers,
}  # fmt: skip

if scaled:
    linked(facts())
    tabs = st.tabs(list(VIEWS), key="stretch_view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view(facts())
else:
    st.info(words["No rule"])
st.caption(words["Head"].format(dim=dim, pairs=pairs, base=base))
room.close(words)
