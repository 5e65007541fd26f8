"""Programs whose commands, files and prints are recognised and not read: each is named, and its length compared."""

import re
from typing import NamedTuple

from model_configs.entries import LARGEST, ConfigError
from model_configs.keys import CONTEXT, TEXT_PARTS
from model_configs.known_models import known_model

LONGEST = 100_000  # characters that are looked at


class Program(NamedTuple):
    """One program."""

    name: str  # as "This is {name}" has it
    sign: str  # what its commands or files hold, as a regular expression
    length: str  # its option or entry for the length, as a regular expression


PROGRAMS = (
    Program("for Text Generation Inference (TGI)", "text-generation-(?:launcher|inference)", "--max-total-tokens"),
    Program("for TensorRT-LLM", r"\btrtllm-(?:serve|build|bench)\b|\btensorrt_llm\b", "--max_seq_len"),
    Program("for LMDeploy", r"\blmdeploy\s+(?:serve|chat)\b", "--session-len"),
    Program("for MLC LLM", r"\bmlc_llm\b", "--context-window-size"),
    Program("for KTransformers", r"\bktransformers\b", "--cache_lens"),
    Program("for MLX LM", r"\bmlx_lm\.(?:server|generate|chat)\b", "--max-kv-size"),
    Program("for Unsloth", r"Fast\w{0,20}Model\s*\.\s*from_pretrained\s*\(", "max_seq_length"),
    Program("for ms-swift", r"(?:^|[\s/])swift\s+[a-z]\w*\s+-", "--max_model_len|--max_length"),
    Program("for LLaMA-Factory", r"\bllamafactory-cli\b|(?m:^cutoff_len[ ]*:)", "cutoff_len"),
    Program("for axolotl", r"(?:^|[\s/])axolotl\s+[a-z]|(?m:^base_model[ ]*:)", "sequence_len"),
    Program("for TRL", r"(?:^|[\s/])trl\s+[a-z]\w*\s|(?m:^model_name_or_path[ ]*:)", "max_length|max_seq_length"),
    Program("a log of llama.cpp", r"(?:print_info|llm_load_print_meta): arch\b", "n_ctx_slot|n_ctx_seq|n_ctx"),
    Program("a log of vLLM", r"non-default args: \{", "'max_model_len'"),
    Program("a log of SGLang", r"server_args=ServerArgs\(", "context_length"),
)
FILES = (  # of JSON, in which the name of a program may stand for another reason
    Program("for ONNX Runtime GenAI", r'"context_length"\s*:\s*\d{1,12}\s*,\s*"decoder"\s*:', '"context_length"'),
    Program("an answer under /v1/models", r'"object"\s*:\s*"list"[^]]{0,200}"data"\s*:\s*\[', '"max_model_len"'),
)

MODEL = re.compile(
    r"(?:\b(?:base_)?model(?:[-_](?:id|tag|path|name_or_path|name))?[\"']?\s*[=:\s]|\"root\"\s*:|"
    r"serve (?:api_server )?|from_pretrained\((?=[\"']))\s*[\"']?([\w./:-]{2,200})"
)


def refuse(text: str) -> None:
    """Raise ConfigError with a sentence where a text is a command or file of one of these programs."""
    text = text[:LONGEST]
    known = FILES if text.lstrip("\ufeff \t\r\n")[:1] == "{" else PROGRAMS
    program = next((each for each in known if re.search(each.sign, text)), None)
    if program is None:
        return
    read = "vLLM, SGLang, llama.cpp, Ollama and transformers are"
    sentence = f"This is {program.name}, which is recognised and not read here: {read}{_compared(program, text)}"
    raise ConfigError("config", "of a program that is read here", text, sentence=sentence)


def _compared(program: Program, text: str) -> str:
    """What the length that is asked for is to the model, where both are known; else nothing."""
    length = re.search(rf"(?:{program.length})[\"']?\s*[=:\s]\s*(\d{{1,12}})\b", text)
    model = next((found for each in MODEL.findall(text) if (found := known_model(each))), None)
    if length is None or model is None:
        return ""
    config = next((model.config[name] for name in TEXT_PARTS if name in model.config), model.config)
    context, asked = config.get(CONTEXT[0]), min(int(length[1]), LARGEST)
    if not isinstance(context, int) or asked <= context:
        return ""
    return f". It asks for {asked:,} tokens, and {model.name} claims {context:,} without a rule for more"
