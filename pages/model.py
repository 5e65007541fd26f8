from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

from core.config.code import comb_code, numpy_code
from core.config.engines import llama_cpp, vllm
from core.config.lengths import first_target, lengthened
from core.config.pair_wavelengths import PairWavelengths, pair_wavelengths
from core.config.presets import PRESETS
from core.config.rewrite import STYLES, changes, corrected, written
from core.inputs.entries import ConfigError
from core.inputs.parameter import BASE
from core.model_config import LayerType, ModelConfig, read_config
from core.scaling.parameters import ORIGINAL_LENGTH
from figures.curves import Line, curves
from figures.long_context.pair_wavelengths import WavelengthRow, wavelength_rows
from figures.theme import SERIES
from pages.shared import chart, config_upload, room
from pages.shared.config_upload import Slot
from pages.shared.numerals import small
from pages.shared.scripts import Given
from pages.shared.verbatim import markdown
from pages.shared.views import one_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.inputs.finding import Finding

OWN, SECOND, NOTHING = "your config", "your second config", "nothing"
SLOTS = {OWN: Slot("pasted", "config"), SECOND: Slot("pasted_second", "second_config")}
FIRST = next(iter(PRESETS))
LONGEST, SHOWN, WIDEST = 2**24, 8, 512  # tokens, findings, rotary features that the room Stretch takes
ARROW = ":material/arrow_forward:"
BOXES = {"error": st.error, "warning": st.warning}
ROOMS = {"ALiBi": "biases", "T5": "biases", "Learned": "learned", "NoPE": "nope", "Sinusoidal": "matrix"}

settings, words = room.enter(__file__)
palette = chart.palette()
taken: dict[str, Given] = {}


def choose(choice: str) -> tuple[ModelConfig, str, str]:
    """A config, what it is called and where it comes from; the first preset where one's own cannot be read."""
    name = choice if choice in PRESETS else FIRST
    if choice in SLOTS:
        given = config_upload.given(SLOTS[choice])
        if given.config:
            return given.config, choice, words["Own: linked" if given.linked else "Own"]
        if given.error:
            st.error(words["Refused"].format(error=given.error, name=name))
        else:
            st.info(words["Nothing pasted"].format(name=name))
    return (
        read_config(PRESETS[name].config),
        name,
        words["Preset"].format(source=PRESETS[name].source, note=PRESETS[name].note),
    )


def ask() -> tuple[Any, str]:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    choice = controls.selectbox("model", [OWN, *PRESETS], index=1, key="model", bind="query-params", width=270)
    with controls.popover(words["Paste"], help=words["Paste: help"]):
        config_upload.ask(SLOTS[OWN], words, lambda: st.session_state.update(model=OWN))
    return controls, choice or FIRST


def ask_target(place: Any, claimed: int) -> int:
    asked = place.number_input(
        "target context (tokens)", 2, LONGEST, None, key="target_context", bind="query-params", width=190,
        placeholder=f"{claimed:,}", help=words["Target: help"],
    )  # fmt: skip
    return int(asked) if asked else claimed


def ask_layers(place: Any, config: ModelConfig) -> LayerType:
    offered = [kind.name for kind in config.layer_types]
    if len(offered) == 1:
        return config.layer_types[0]
    chosen = place.selectbox("layers", offered, key="layer_type", bind="query-params", width=190)
    return config.layer_type(chosen if chosen in offered else None)


def asked_and_rewritten(kind: LayerType) -> tuple[PairWavelengths, PairWavelengths]:
    rewritten = lengthened(kind, target)
    return (
        pair_wavelengths(kind, target),
        pair_wavelengths(kind, target, rewritten=rewritten),
    )


def rule(kind: LayerType) -> str:
    return kind.rule.name + (f" × {kind.factor:.4g}" if kind.factor and kind.is_scaled else "")


def tokens(number: float | None) -> str:
    return "none" if number is None else f"{number:,.0f} tokens"


def understood(config: ModelConfig, own: PairWavelengths | None) -> pd.DataFrame:
    """What was read, two columns of text."""
    rows = {"model type": markdown(config.model_type[:80]) or "not told", "position": config.scheme}
    if config.hidden_size and config.heads:
        rows["hidden size, heads"] = f"{config.hidden_size:,}, {config.heads}" + (
            f" ({config.key_heads} of keys)" if config.key_heads else ""
        )
    if own is None:
        rows["context"] = tokens(config.context)
    else:
        kind = own.kind
        rows["rotary features"] = f"{kind.rotary_dim} of {config.head_dim or kind.rotary_dim}"
        rows |= {"base": f"{kind.base:,.12g}", "rule": rule(kind)}
        rows["attention factor"] = f"{own.attention_factor:.4f}"
        rows |= {"trained on": tokens(own.lengths.trained), "claimed": tokens(own.lengths.claimed)}
        rows |= {"window": tokens(kind.window), "critical dimension": f"{own.critical} of {kind.rotary_dim}"}
        counts = Counter(config.layers)
        if counts:
            rows["layers"] = names(f"{count} × {name}" for name, count in list(counts.items())[:4])
        elif len(config.layer_types) > 1:
            rows["layers"] = names(kind.name for kind in config.layer_types[:4])
    return pd.DataFrame({"understood": list(rows), "": list(rows.values())})


def names(given: Iterable[str]) -> str:
    return ", ".join(markdown(name[:40]) for name in given)


def metrics(own: PairWavelengths, after: PairWavelengths, found: list[Finding]) -> None:
    pairs, ahead = len(own.used), own.horizon
    later = (
        words["Metric: after"].format(target=own.target, count=after.unseen.sum())
        if after.kind is not own.kind
        else ""
    )
    graver = {name: sum(finding.severity == name for finding in found) for name in BOXES}
    counts = graver | {"note": len(found) - sum(graver.values())}
    grave = next((f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count), "none")
    with st.grid(4, min_column_width=170, gap="small"):
        metric(words["Metric: turn"], f"{own.complete.sum()} of {pairs}", f"within {own.seen:,} tokens")
        metric(
            words["Metric: unseen"],
            f"{own.unseen.sum()} of {pairs}",
            later or words["Metric: needed"].format(target=own.target, needed=own.needed),
        )
        metric(
            words["Metric: horizon"],
            f"{ahead:,}" if ahead else f"> {own.searched:,}",
            words["Metric: heuristic"],
        )
        metric(words["Metric: findings"], grave, f"{len(found)} in all" if found else "by the rules of this room")


def metric(label: str, value: str, note: str) -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow="off")


def teeth(name: str, own: PairWavelengths) -> WavelengthRow:
    return WavelengthRow(name, own.wavelengths, own.complete, own.unseen)


def shown(own: PairWavelengths, after: PairWavelengths) -> dict[str, PairWavelengths]:
    """The combs that differ: in training, as configured, and as written for the target."""
    rows = {words["Comb: stands"].format(rule=rule(own.kind)): own}
    if not np.allclose(own.trained, own.used, rtol=1e-9, atol=0):
        rows = {words["Comb: trained"].format(base=own.kind.base): own.in_training} | rows
    if after.kind is not own.kind:
        rows[words["Comb: after"].format(rule=rule(after.kind))] = after
    return rows


def code(rows: dict[str, PairWavelengths]) -> Given:
    return Given({"scaling": [row.kind.rule.name for row in rows.values()]}, partial(comb_code, rows))


def draw(named: dict[str, PairWavelengths], lengths: dict[str, float], key: str, say: dict[str, Any]) -> None:
    taken[key] = code(named)
    rows = [teeth(name, row) for name, row in named.items()]
    legend = (words["Comb: complete"], words["Comb: incomplete"], words["Comb: unseen"])
    figure = wavelength_rows(
        rows, lengths=lengths, names=legend, palette=palette, x="wavelength (tokens for one turn)"
    )

    def table() -> pd.DataFrame:
        frames = [
            pd.DataFrame({"comb": row.name, "pair": np.arange(len(row.wavelengths)), "wavelength": row.wavelengths,
                          "completed a turn": row.complete, "meets unseen angles": row.unseen})
            for row in rows
        ]  # fmt: skip
        return pd.concat(frames)

    chart.show(figure, alt=words["Comb: alt"].format(**say), table=table, key=key)


def lines(own: PairWavelengths) -> dict[str, float]:
    at = {"target": own.target, "claimed": own.lengths.claimed, "trained": own.lengths.trained}
    if own.kind.window:
        at["window"] = own.kind.window
    named: dict[float, list[str]] = {}
    for name, length in reversed(at.items()):
        named.setdefault(length, []).append(name)
    return {f"{' = '.join(parts)} {length:,}": length for length, parts in named.items()}


def facts(own: PairWavelengths, after: PairWavelengths) -> dict[str, Any]:
    pairs = len(own.used)
    pair = int(np.argmin(own.complete)) if not own.complete.all() else pairs - 1
    say: dict[str, Any] = {
        "pairs": pairs,
        "pair": pair,
        "dim": own.kind.exponent_dim,
        "base": f"{own.kind.base:.12g}",
    }
    say |= {"complete": own.complete.sum(), "rest": (~own.complete).sum(), "unseen": own.unseen.sum()}
    say |= {
        "seen": own.seen,
        "seen_latex": wave(own.seen),
        "last_latex": wave(own.reached - 1),
        "target": own.target,
        "reached": own.reached,
        "last": own.reached - 1,
    }
    say |= {"claimed": own.lengths.claimed, "rule": rule(own.kind), "after": rule(after.kind)}
    say |= {"needed": own.needed, "left": after.unseen.sum(), "numerator": 2 * pair, "critical": own.critical}
    still, slowed = own.trained[pair] == 0, own.kind.trained()[pair] / (own.trained[pair] or np.inf)
    say["slowed"] = "" if slowed < 1 + 1e-9 else rf"{slowed:.4g}\cdot "
    say |= {"wavelength": r"\infty" if still else wave(2 * np.pi / own.trained[pair]), "turns": own.turns[pair]}
    say |= {"scaled": r"\infty" if still else wave(own.wavelengths[pair])}
    say["turned"] = (own.reached - 1) * own.used[pair] / (2 * np.pi)
    return say | {"slowest": small(own.turns[-1]), "sign": ">" if not own.complete[pair] else r"\le"}


def wave(length: float) -> str:
    """LaTeX of a number of tokens; a comma would be spaced as in a list."""
    return f"{length:,.0f}".replace(",", r"{,}") if length < 1e12 else f"{length:.3g}"


def findings(found: list[Finding]) -> None:
    """A box for each of the graver ones, and one for all that is only worth knowing."""
    if not found:
        st.success(words["Findings: none"])
    graver = [finding for finding in found if finding.severity in BOXES]
    for finding in graver[:SHOWN]:
        BOXES[finding.severity](told(finding))
    if len(graver) > SHOWN:
        with st.expander(words["Findings: more"].format(count=len(graver) - SHOWN)):
            st.markdown("\n\n".join(told(finding) for finding in graver[SHOWN:]))
    rest = [told(finding) for finding in found if finding.severity not in BOXES]
    if rest:
        st.info("\n\n".join(rest))


def told(finding: Finding) -> str:
    parts = [markdown(part) for part in finding.message.split("\n")]
    first, why, instead = (*parts, "", "", "")[:3]
    return words["Finding"].format(key=markdown(finding.key), found=first, why=why, instead=instead)


def notes(given: tuple[str, ...]) -> None:
    st.markdown("\n".join(f"- {words[f'Note: {name}'].format(**say)}" for name in given))


def show_config(style: str) -> None:
    part, whole = changes(config, target, style), corrected(config, target, style)
    if part is None or whole is None:
        st.info(words["Export: no words"])
        return
    dropped = [f"`{name}`" for name, value in part.items() if value is None]
    if config.entries.path:
        st.markdown(words["Export: inside"].format(path=markdown(config.entries.path.removesuffix("."))))
    st.code(written(part), language="json")
    if dropped:
        st.markdown(words["Export: dropped"].format(names=", ".join(dropped)))
    st.download_button(
        words["Export: whole"], lambda: written(whole).encode(), "config.json", "application/json",
        key="whole_config", on_click="ignore",
    )  # fmt: skip


def show_vllm(style: str) -> None:
    snippet = vllm(config, target)
    st.code(snippet.text, language="bash", wrap_lines=True)
    notes(snippet.notes)


def show_llama_cpp(style: str) -> None:
    snippet = llama_cpp(config, target)
    st.code(snippet.text, language="bash", wrap_lines=True)
    notes(snippet.notes)


def show_numpy(style: str) -> None:
    st.code(numpy_code(after.kind, target), language="python")


EXPORTS = {
    "config, version 5": (show_config, STYLES[0]), "config, version 4": (show_config, STYLES[1]),
    "vLLM": (show_vllm, ""), "llama.cpp": (show_llama_cpp, ""), "NumPy": (show_numpy, ""),
}  # fmt: skip


def take() -> None:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        name = one_of(words["Export: label"], list(EXPORTS), key="export", label_visibility="collapsed")
        show, style = EXPORTS[name]
        show(style)
    with right.container(border=True):
        st.markdown(words["Take: changed" if after.kind is not own.kind else "Take: kept"].format(**say))
        st.markdown(words["Take: bfloat16"])
        st.page_link("pages/precision.py", label=words["Take: precision"], icon=ARROW)
        if 4 <= own.kind.rotary_dim <= WIDEST:
            to_stretch()
        if choice in SLOTS:
            config_upload.ask_for_link(SLOTS[choice], config, words)


def to_stretch() -> None:
    """A door into the room Stretch with this model's numbers, as near as its sliders come."""
    ends = [ORIGINAL_LENGTH.nearest_stop(own.lengths.trained), ORIGINAL_LENGTH.nearest_stop(target)]
    near = {"trained": ends[0], "target": ends[1], "base": BASE.nearest_stop(own.kind.base)}
    label = words["Take: stretch"].format(**near)
    # the sidebar keeps its base whatever a link says, so it is set
    moved = st.button(
        label, key="to_stretch", type="tertiary", icon=ARROW, on_click=take_base, args=(near["base"],)
    )
    if moved:
        asked = {"context": [str(end) for end in ends], "rotary_dim": str(own.kind.rotary_dim)}
        st.switch_page("pages/stretch.py", query_params=asked)


def take_base(base: int) -> None:
    st.session_state["base"] = base


def beside() -> None:
    line = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    other = line.selectbox(
        words["Beside: label"], [NOTHING, *SLOTS, *PRESETS], key="beside", bind="query-params", width=270
    )
    with line.popover(words["Beside: paste"], help=words["Paste: help"]):
        config_upload.ask(SLOTS[SECOND], words, lambda: st.session_state.update(beside=SECOND))
    if not other or other == NOTHING:
        st.markdown(words["Beside: none"])
        return
    second, other, source = choose(other)
    st.caption(source)
    theirs = read_comb(second) if second.layer_types else None
    frames = [understood(config, own), understood(second, theirs)]
    left, right = (dict(zip(frame["understood"], frame[""], strict=True)) for frame in frames)
    rows = [(name, left.get(name, "—"), right.get(name, "—")) for name in dict.fromkeys([*left, *right])]
    differ = [row for row in rows if row[1] != row[2]]
    if theirs is not None:
        compare(theirs, other)
    st.markdown(words["Beside: differ"].format(count=len(differ), all=len(rows)))
    if differ:
        st.table(pd.DataFrame(differ, columns=["", choice, other]), border="horizontal", hide_index=True)


def read_comb(second: ModelConfig) -> PairWavelengths | None:
    kind = next((k for k in second.layer_types if k.name == own.kind.name), second.layer_types[0])
    try:
        return pair_wavelengths(kind, target)
    except ConfigError as error:
        st.error(words["Unusable"].format(error=markdown(str(error))))
        return None


def compare(theirs: PairWavelengths, other: str) -> None:
    rows = {f"{name}, {rule(each.kind)}": each for name, each in ((choice, own), (other, theirs))}
    draw(rows, {f"target {target:,}": target}, "beside_combs", say)
    taken["beside_ratio"] = code({choice: own, other: theirs})
    count = min(len(own.used), len(theirs.used))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = theirs.used[:count] / own.used[:count]
    pairs = np.arange(count)
    line = Line(f"{other} ÷ {choice}", pairs, ratio, SERIES[4], width=2.5)
    figure = curves([line], palette=palette, x="pair", y="frequency ÷ frequency", height=300, log_y=True)
    most = int(np.nanargmax(np.abs(np.log(np.where(ratio > 0, ratio, 1)))))
    told = {"pair": most, "ratio": small(ratio[most]), "other": other, "choice": choice, "count": count}
    told |= {"pairs": len(own.used), "theirs": len(theirs.used)}
    st.markdown(words["Beside: ratio"].format(**told))
    table = pd.DataFrame({"pair": pairs, choice: own.used[:count], other: theirs.used[:count], "ratio": ratio})
    chart.show(figure, alt=words["Beside: alt"].format(**told), table=table.copy, key="beside_ratio")


def every_pair() -> None:
    met = np.where(own.unseen, own.first_unseen, np.nan)
    with np.errstate(divide="ignore", over="ignore"):
        before = 2 * np.pi / own.trained
    columns = {"pair": np.arange(len(own.used)), "wavelength in training (tokens)": before}
    columns |= {"turns in training": own.turns, "wavelength as configured (tokens)": own.wavelengths}
    columns |= {"÷ trained": np.divide(own.used, own.trained, out=np.ones_like(own.used), where=own.trained > 0)}
    columns |= {f"turns at {own.reached - 1:,}": (own.reached - 1) * own.used / (2 * np.pi)}
    columns |= {"first unseen offset (tokens)": met}
    st.dataframe(pd.DataFrame(columns), hide_index=True, alt=words["Pairs: alt"].format(**say))
    st.markdown(words["Pairs"].format(**say))


VIEWS = {"Take it with you": take, "Side by side": beside, "Every pair": every_pair}

controls, choice = ask()
config, choice, source = choose(choice)
own = after = None
if config.layer_types:
    target = ask_target(controls, first_target(config))
    chosen = ask_layers(controls, config)
    try:
        both = {kind.name: asked_and_rewritten(kind) for kind in config.layer_types}
        own, after = both[chosen.name]
    except ConfigError as error:
        st.error(words["Unusable"].format(error=markdown(str(error))))
st.caption(source)
found = config.findings()
if own is not None and after is not None:
    say = facts(own, after)
    metrics(own, after, found)
    left, right = st.columns([5, 3], gap="medium")
    with left:
        draw(shown(own, after), lines(own), "comb", say)
    right.table(understood(config, own), border="horizontal", hide_index=True)
    parts = ["Turns", "Unseen" if own.unseen.any() else "All seen", *([] if own.lengths.is_given else ["Assumed"])]
    st.markdown(" ".join(words[part] for part in parts).format(**say))
    st.latex(words["Formula"].format(**say))
else:
    st.table(understood(config, None), border="horizontal", hide_index=True, width=520)
    if config.scheme in ROOMS:
        st.markdown(words["No turning"].format(scheme=config.scheme))
        st.page_link(f"pages/{ROOMS[config.scheme]}.py", label=words["No turning: link"])
findings(found)
if own is not None and after is not None:
    tabs = st.tabs(list(VIEWS), key="model_view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view()
st.caption(words["Sidebar"])
room.close(words, taken)
