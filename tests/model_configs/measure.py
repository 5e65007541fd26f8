"""Measure `rotary_modules.json` and `classes.json` with Hugging Face transformers, of the version that they name.

`python -m tests.model_configs.measure` prints what differs and exits with 1 where anything does; with `--write` it
rewrites both files. Each config in `rotary_modules.json` is built by its own class, and its rotary module is made
from that. Of `classes.json` the numbers are measured; which part of a config speaks of the language model, and the
schemes, are decided by reading the models' code and stay as they are. `make torch` runs it.
"""

import contextlib
import importlib
import inspect
import json
import logging
import os
import sys
from pathlib import Path

from tests.house import ROOT

MODULES = Path(__file__).with_name("rotary_modules.json")
CLASSES = ROOT / "model_configs/families/classes.json"
NOT_TEXT = tuple("vision audio codec vq image dit_ talk depth patcher token2wav video encoder_config".split())
ELSEWHERE = {"internlm3": "llama", "iquestcoder": "llama"}  # types whose rotary module is another's
BUFFER = "inv_freq"
DECIDED = {"part", "as", "merged", "scheme"}  # in a row of classes.json; no class has them
ALSO = {"num_hidden_layers": ("decoder_layers",)}
OF_OTHERS = {"nemo_speechlm", "rag"}  # types whose class holds other models and has no values of its own


def parts(config, path="", depth=0):
    """A config and those in it, with their paths."""
    from transformers import PreTrainedConfig

    yield path, config
    for key in (getattr(config, "sub_configs", None) or {}) if depth < 4 else ():
        if isinstance(part := getattr(config, key, None), PreTrainedConfig):
            yield from parts(part, f"{path}.{key}", depth + 1)


def carrier(config):
    """The part of a config that has the rotary entries of the language model."""
    text = None
    with contextlib.suppress(Exception):  # some classes refuse to name one
        text = config.get_text_config(decoder=True)
    if getattr(text, "rope_parameters", None):
        return text
    candidates = (part for path, part in parts(config) if not any(word in path for word in NOT_TEXT))
    return next((part for part in candidates if getattr(part, "rope_parameters", None)), None)


def rotary(config):
    """The class of the module that turns queries and keys."""
    if config.model_type in ELSEWHERE:
        model = ELSEWHERE[config.model_type]
        module = importlib.import_module(f"transformers.models.{model}.modeling_{model}")
        return getattr(module, f"{model.title()}RotaryEmbedding")
    module = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    candidates = []
    for name, each in vars(module).items():
        turns = inspect.isclass(each) and "Rotary" in name
        parameter = inspect.signature(each.__init__).parameters.get("config") if turns else None
        if parameter:
            kind = getattr(parameter.annotation, "__name__", str(parameter.annotation))
            candidates.append((type(config).__name__ in kind.replace('"', "").replace("|", " ").split(), each))
    exact = [each for fits, each in candidates if fits]
    rest = [each for _, each in candidates if not any(word in each.__name__ for word in ("Vision", "Audio", "ViT"))]
    return [*exact, *rest][0]


def module_numbers(config):
    """Number of pairs, sum and last of the inverse frequencies, attention factor, by type of layers."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    entries = json.loads(json.dumps(config))
    part = carrier(CONFIG_MAPPING[entries.pop("model_type")](**entries))
    module = rotary(part)(config=part)
    layers = {}
    for name, buffer in module.named_buffers():
        if name.endswith(BUFFER) and not name.endswith((f"original_{BUFFER}", f"long_{BUFFER}")):
            layer = name.removesuffix(BUFFER).rstrip("_")
            values = buffer.double().flatten()
            factor = getattr(module, f"{layer}_attention_scaling" if layer else "attention_scaling", 1.0)
            numbers = (float(f"{float(value):.8g}") for value in (values.sum(), values[-1]))
            layers[layer] = [len(values), *numbers, float(f"{float(factor):.9g}")]
    return layers


def model_types():
    """All model types of the library."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    return [*CONFIG_MAPPING_NAMES]


def defaults():
    """The default config of each class by its model type, and of each part of one that has no type of its own."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    configs = {}
    for model_type in model_types():
        with contextlib.suppress(Exception):  # a few cannot be made without arguments
            configs[model_type] = CONFIG_MAPPING[model_type]()
    for config in [*configs.values()]:
        for _, part in parts(config):
            configs.setdefault(part.model_type, part)
    return configs


def usual(config, row):
    """The values of a row of `classes.json` as a class has them."""
    for name in row.get("part", "").split("."):
        config = getattr(config, name, None) or config
    whole, block = config.to_dict(), getattr(config, "rope_parameters", None) or {}
    blocks = [whole, block, *(each for each in block.values() if isinstance(each, dict))]
    return {name: value(config, name, row_value, blocks) for name, row_value in row.items() if name not in DECIDED}


def value(config, name, row_value, blocks):
    """An entry: what stands in the row if the class has it under one of its names; else what the class has."""
    candidates = [block.get(each) for each in (name, *ALSO.get(name, ())) for block in blocks]
    with contextlib.suppress(Exception):  # entries that differ by layer have no value of their own
        candidates.append(getattr(config, name, None))
    return row_value if row_value in candidates else next((each for each in candidates if each is not None), None)


def differences(write=False):
    """Yield one line per difference; with `write`, rewrite both files."""
    modules, classes = (json.loads(path.read_text("utf-8")) for path in (MODULES, CLASSES))
    for case in modules["cases"]:
        numbers = module_numbers(case[0])
        if not same(numbers, case[1]):
            yield f"{json.dumps(case[0])}: {json.dumps(numbers)}, not {json.dumps(case[1])}"
            case[1] = numbers
    models = defaults()
    known = {*classes["types"], *" ".join([*classes["axial"], *classes["other"]]).split()}
    yield from (f"{name} is in no row of classes.json" for name in sorted({*model_types()} & models.keys() - known))
    for name, row in classes["types"].items():
        values = usual(models[name], row) if name in models and name not in OF_OTHERS else {}
        wrong = {entry: each for entry, each in values.items() if each != row[entry]}
        if wrong:
            yield f"{name}: {json.dumps(wrong)}, not {json.dumps({entry: row[entry] for entry in wrong})}"
            row.update(wrong)
    if write:
        MODULES.write_text(by_lines(modules), "utf-8")
        CLASSES.write_text(by_lines(classes), "utf-8")


def by_lines(document):
    """JSON with one line per entry of each top-level object and list."""
    rows = []
    for name, entry in document.items():
        text = json.dumps(entry)
        if isinstance(entry, dict):
            inner = [f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in entry.items()]
            text = "{\n" + ",\n".join(inner) + "\n }"
        elif isinstance(entry, list) and name != "columns":
            text = "[\n" + ",\n".join(f"  {json.dumps(each)}" for each in entry) + "\n ]"
        rows.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def same(values, reference):
    """Whether numbers agree to 2e-6, the precision of float32 in a sum."""
    return values.keys() == reference.keys() and all(
        len(values[layer]) == len(reference[layer])
        and all(abs(a - b) <= 2e-6 * abs(b) for a, b in zip(values[layer], reference[layer], strict=True))
        for layer in reference
    )


if __name__ == "__main__":
    os.environ.update(TRANSFORMERS_VERBOSITY="error", HF_HUB_OFFLINE="1")
    logging.disable(logging.CRITICAL)
    lines = [*differences(write="--write" in sys.argv)]
    print(*lines, f"{len(lines)} differences", sep="\n")
    sys.exit(bool(lines))
