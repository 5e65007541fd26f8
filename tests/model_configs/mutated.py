"""Real configs with changes, and the forms in which people paste them, for Hypothesis."""

import json
from functools import cache

from hypothesis import strategies as st

from model_configs.presets import PRESETS
from tests.house import ROOT
from tests.model_configs.forms.gguf_header import gguf
from tests.support.untrusted import damaged, json_values, numbers, texts


@cache
def _real():
    """Presets, published configs and one of every model type that transformers has, as JSON."""
    published = json.loads((ROOT / "tests/model_configs/published.json").read_text("utf-8"))["configs"]
    modules = json.loads((ROOT / "tests/model_configs/rotary_modules.json").read_text("utf-8"))["cases"]
    entries: list = [dict(preset.config) for preset in PRESETS.values()]
    entries += [each["config"] for each in published if "config" in each] + [config for config, _ in modules]
    return [json.dumps(each) for each in entries]


@cache
def _known():
    """One of the names of all entries in them, and one of the values."""
    configs = [json.loads(each) for each in _real()]
    parts = [*configs, *(value for each in configs for value in each.values() if isinstance(value, dict))]
    names, values = (
        {name for part in parts for name in part},
        [json.dumps(v) for part in parts for v in part.values()],
    )
    return st.sampled_from(sorted(names)), st.sampled_from(sorted({*values})).map(json.loads)


@st.composite
def _changed(draw):
    """A real config of which up to four entries are removed, replaced, moved or added."""
    entries = json.loads(draw(st.sampled_from(_real())))
    names, values = _known()
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.sampled_from([entries, *(value for value in entries.values() if isinstance(value, dict))]))
        name = draw((st.sampled_from([*place]) if place else texts) | names)
        match draw(st.sampled_from(["remove", "replace", "rename", "nest"])):
            case "remove":
                place.pop(name, None)
            case "replace":
                place[name] = draw(json_values | values)
            case "rename":
                place[draw(texts)] = place.get(name)
            case _:
                entries["text_config"] = dict(place)
    return json.dumps(entries)


configs = _changed() | damaged(_changed())
_headers = st.fixed_dictionaries(
    {"general.architecture": st.sampled_from(["llama", "qwen2", "gemma3"])},
    optional={
        f"llama.{name}": st.sampled_from([0, 1, 64, 128, 2**32 - 1])
        for name in ("embedding_length", "attention.head_count", "context_length", "rope.dimension_count")
    }
    | {"llama.rope.freq_base": st.sampled_from([1e4, 0.0, 3e38, float("nan")])},
)
_lines = st.builds(
    lambda size, config: f"vllm serve m --max-model-len {size} --hf-overrides '{config}'", numbers, configs
)
pasted = configs | configs | damaged(_lines) | damaged(_headers.map(gguf))
"""A config, a command line or the head of a GGUF file."""
