"""A config written for the target, as engines and programs take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.config.engines import Snippet, llama_cpp, vllm
from core.config.rewrite import STYLES, changes, corrected, written
from core.config.script_values import frequencies_values
from core.inputs.parameter import BASE
from core.scaling.parameters import ORIGINAL_LENGTH
from pages.long_context.model import upload
from pages.long_context.model.choice import SLOTS
from pages.long_context.model.view import View, rule_text
from pages.shared.verbatim import markdown
from pages.shared.views import one_of
from pages.take_away.code import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pages.shared.words import Words

WIDEST = 512  # rotary features that the room Stretch takes
ARROW = ":material/arrow_forward:"


def draw(view: View, words: Words) -> None:
    """The export, and what else can be done with it."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        name = one_of(words["Export: label"], list(EXPORTS), key="export", label_visibility="collapsed")
        EXPORTS[name](view, words)
    with right.container(border=True):
        own, after = rule_text(view.own.kind), rule_text(view.after.kind)
        st.markdown(
            words("Take: changed" if view.changed else "Take: kept", found=view.reading, rule=own, after=after)
        )
        st.markdown(words["Take: bfloat16"])
        st.page_link("pages/precision.py", label=words["Take: precision"], icon=ARROW)
        if 4 <= view.own.kind.rotary_dim <= WIDEST:
            _to_stretch(view, words)
        if view.name in SLOTS:
            upload.ask_for_link(SLOTS[view.name], view.config, words)


def _show_config(view: View, words: Words, style: str) -> None:
    config = view.config
    part, whole = changes(config, view.target, style), corrected(config, view.target, style)
    if part is None or whole is None:
        st.info(words["Export: no words"])
        return
    if config.entries.path:
        st.markdown(words("Export: inside", path=markdown(config.entries.path.removesuffix("."))))
    st.code(written(part), language="json")
    dropped = [f"`{name}`" for name, value in part.items() if value is None]
    if dropped:
        st.markdown(words("Export: dropped", names=", ".join(dropped)))
    st.download_button(
        words["Export: whole"],
        lambda: written(whole).encode(),
        "config.json",
        "application/json",
        key="whole_config",
        on_click="ignore",
    )


def _show_new(view: View, words: Words) -> None:
    _show_config(view, words, STYLES[0])


def _show_old(view: View, words: Words) -> None:
    _show_config(view, words, STYLES[1])


def _show_snippet(snippet: Snippet, view: View, words: Words) -> None:
    st.code(snippet.text, language="bash", wrap_lines=True)
    st.markdown("\n".join(f"- {words(f'Note: {name}', target=view.target)}" for name in snippet.notes))


def _show_vllm(view: View, words: Words) -> None:
    _show_snippet(vllm(view.config, view.target), view, words)


def _show_llama_cpp(view: View, words: Words) -> None:
    _show_snippet(llama_cpp(view.config, view.target), view, words)


def _show_numpy(view: View, words: Words) -> None:
    kind = view.after.kind
    code = Code("model/frequencies", frequencies_values(kind, view.target), chosen=(kind.rule,))
    st.code(code.program({}, title=words["Title"]), language="python")


EXPORTS: Mapping[str, Callable[[View, Words], None]] = {
    "config, version 5": _show_new,
    "config, version 4": _show_old,
    "vLLM": _show_vllm,
    "llama.cpp": _show_llama_cpp,
    "NumPy": _show_numpy,
}


def _to_stretch(view: View, words: Words) -> None:
    """A link to the room Stretch with this model's numbers, rounded to the stops of its sliders."""
    own = view.own
    ends = [ORIGINAL_LENGTH.nearest_stop(own.lengths.trained), ORIGINAL_LENGTH.nearest_stop(view.target)]
    base = BASE.nearest_stop(own.kind.base)
    label = words("Take: stretch", trained=ends[0], target=ends[1], base=base)
    # the sidebar keeps its base whatever a link says, so it is set
    if st.button(label, key="to_stretch", type="tertiary", icon=ARROW, on_click=_take_base, args=(base,)):
        asked = {"context": [str(end) for end in ends], "rotary_dim": str(own.kind.rotary_dim)}
        st.switch_page("pages/stretch.py", query_params=asked)


def _take_base(base: int) -> None:
    st.session_state["base"] = base
