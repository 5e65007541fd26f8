"""Programs whose commands and files are recognised and not read: each is named, and its length compared."""

import re
from typing import NamedTuple

from model_configs.entries import LARGEST, ConfigError
from model_configs.keys import CONTEXT, TEXT_PARTS
from model_configs.known_models import known_model

LONGEST = 100_000  # characters that are looked at


class Program(NamedTuple):
    """One program."""

    name: str
    sign: str  # what its commands or files hold, as a regular expression
    length: str  # its option or entry for the length, as a regular expression


PROGRAMS = (
    Program("Text Generation Inference (TGI)", "text-generation-(?:launcher|inference)", "--max-total-tokens"),
    Program("TensorRT-LLM", r"\btrtllm-(?:serve|build|bench)\b|\btensorrt_llm\b", "--max_seq_len"),
    Program("LMDeploy", r"\blmdeploy\s+(?:serve|chat)\b", "--session-len"),
    Program("MLC LLM", r"\bmlc_llm\b", "--context-window-size"),
    Program("KTransformers", r"\bktransformers\b", "--cache_lens"),
    Program("MLX LM", r"\bmlx_lm\.(?:server|generate|chat)\b", "--max-kv-size"),
)
FILES = (Program("ONNX Runtime GenAI", r'"context_length"\s*:\s*\d{1,12}\s*,\s*"decoder"\s*:', '"context_length"'),)
"""Of JSON, in which the name of a program may stand for another reason."""

MODEL = re.compile(r"(?:--model(?:-id|-path|_path|-name)?[= ]|serve (?:api_server )?)[\"']?([\w./:-]{2,200})")


def refuse(text: str) -> None:
    """Raise ConfigError with a sentence where a text is a command or file of one of these programs."""
    text = text[:LONGEST]
    known = FILES if text.lstrip("\ufeff \t\r\n")[:1] == "{" else PROGRAMS
    program = next((each for each in known if re.search(each.sign, text)), None)
    if program is None:
        return
    read = "vLLM, SGLang, llama.cpp, Ollama and transformers are"
    sentence = (
        f"This is for {program.name}, which is recognised and not read here: {read}{_compared(program, text)}"
    )
    raise ConfigError("config", "of a program that is read here", text, sentence=sentence)


def _compared(program: Program, text: str) -> str:
    """What the length that is asked for is to the model, where both are known; else nothing."""
    length = re.search(rf"(?:{program.length})[=:\s]+(\d{{1,12}})\b", text)
    model = next((found for each in MODEL.findall(text) if (found := known_model(each))), None)
    if length is None or model is None:
        return ""
    config = next((model.config[name] for name in TEXT_PARTS if name in model.config), model.config)
    context, asked = config.get(CONTEXT[0]), min(int(length[1]), LARGEST)
    if not isinstance(context, int) or asked <= context:
        return ""
    return f". It asks for {asked:,} tokens, and {model.name} claims {context:,} without a rule for more"
