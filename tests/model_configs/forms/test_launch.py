"""Commands that start engines are found in the files in which people keep them."""

import json
import shlex
import time
from contextlib import suppress

import pytest

from model_configs.entries import ConfigError
from model_configs.forms.launch import commands
from model_configs.model_config import read_config
from tests.model_configs.forms.launch_files import COMPOSE, IMAGE, POD, SCRIPT, UNIT


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("compose.yaml", COMPOSE, [
            "vllm serve --model Qwen/Qwen3-VL-8B-Instruct --max-model-len 1000000",
            """python -m sglang.launch_server --model-path Qwen/Qwen3-32B '{"a": "it'"'"'s"}'""",
            "llama-server -m /models/Qwen3-32B-Q4_K_M.gguf -c 131072"]),
        ("pod.yml", POD, [
            "vllm serve --model=Qwen/Qwen3-8B --max-model-len=131072",
            "vllm serve Qwen/Qwen3-8B --max-model-len 65536"]),
        ("a/Dockerfile", IMAGE, ["vllm serve --model Qwen/Qwen3-8B --max-model-len 131072"]),
        ("start.sh", SCRIPT, [
            "SGLANG_ALLOW=1 python -m sglang.launch_server --model-path Qwen/Qwen3-8B  --context-length 131072"]),
        ("llm.service", UNIT, ["/usr/bin/llama-server -m /m/Qwen3-8B-Q4_K_M.gguf -c 131072"]),
        ("Modelfile", "FROM qwen3:32b\nPARAMETER num_ctx 131072\n", ["llama-server -m qwen3-32b -c 131072"]),
        ("config.json", '{"a": "vllm serve x"}', []),
        ("compose.yaml", "services:\n  db:\n    image: postgres\n    command: postgres -c x\n", []),
    ],
)  # fmt: skip
def test_commands_are_found_where_they_stand(name, text, lines):
    result = commands(name, text)
    assert [" ".join(each.text.split()) for each in result] == [" ".join(line.split()) for line in lines]
    for each in result:
        place = text[each.start :].split("\n", 1)[0]
        assert set(place.replace(":", " ").split()) & {
            *shlex.split(each.text),
            "command",
            "args",
            "CMD",
            "entrypoint",
        }


SHELL_IN_COMPOSE = """services:
  one:
    image: vllm/vllm-openai:v0.25.1
    entrypoint:
      - bash
      - -c
      - |
        source /etc/set.sh
        exec vllm serve --enforce-eager "$$@"
      - --
    command:
      - --model
      - Qwen/Qwen3-8B
      - --max-model-len
      - "${LENGTH:-131072}"
  two:
    image: vllm/vllm-openai
    entrypoint: ["bash", "-c"]
    command: ["vllm serve Qwen/Qwen3-8B --max-model-len 65536"]
"""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("docker run -p 8000:8000 vllm/vllm-openai:nightly Qwen/Qwen3-8B --max-model-len 65536 > log\n",
         ["vllm serve Qwen/Qwen3-8B --max-model-len 65536"]),
        ("docker run other/image Qwen/Qwen3-8B --max-model-len 65536\n", []),
        ("docker run x bash -lc 'pip install y && vllm serve Qwen/Qwen3-8B --max-model-len 9'\n",
         ["vllm serve Qwen/Qwen3-8B --max-model-len 9"]),
        ("bash -c \"vllm serve Qwen/Qwen3-8B --max-model-len 9\"\n",
         ["vllm serve Qwen/Qwen3-8B --max-model-len 9"]),
        ("export CTX=131072  # long\nllama-server -m $MODEL -c ${CTX}\n", ["llama-server -m $MODEL -c 131072"]),
        ("llama-server -m a.gguf -c ${A:-${B:-65536}}\n", ["llama-server -m a.gguf -c 65536"]),
        ("llama-server -m a.gguf -c \"$(( 32*1024 ))\"\n", ['llama-server -m a.gguf -c "32768"']),
        (SHELL_IN_COMPOSE, [
            "exec vllm serve --enforce-eager  --model Qwen/Qwen3-8B --max-model-len 131072",
            "vllm serve Qwen/Qwen3-8B --max-model-len 65536"]),
        ("FROM vllm/vllm-openai\nENV A=1\nCMD [\"--model\", \"Qwen/Qwen3-8B\"]\n",
         ["vllm serve --model Qwen/Qwen3-8B"]),
    ],
)  # fmt: skip
def test_scripts_containers_and_variables_are_followed_without_a_name_of_the_file(text, lines):
    assert [" ".join(each.text.split()) for each in commands("", text)] == [
        " ".join(line.split()) for line in lines
    ]


@pytest.mark.parametrize("option", ["-c $CTX", "-c ${CTX}", '-c "$CTX" -np $SLOTS'])
def test_a_length_whose_value_the_file_does_not_hold_is_not_told(option):
    assert read_config(f"llama-server -m Qwen3-8B-Q4_K_M.gguf {option}").form.target is None


def test_of_several_commands_the_first_is_read_and_the_others_are_counted():
    text = "llama-server -m Qwen3-8B-Q4_K_M.gguf -c 4096\nllama-server -m Qwen3-32B-Q4_K_M.gguf -c 8192\n"
    config = read_config(text)
    assert config.form.model == "Qwen3-8B-Q4_K_M.gguf"
    (remark,) = [each for each in config.findings() if each.rule == "form"]
    assert "2 commands" in remark.message


LLAMA_LOG = """llama_model_loader: - kv 0: general.architecture str = qwen3
print_info: arch                  = qwen3
print_info: n_ctx_train           = 40960
print_info: n_embd                = 5120
print_info: n_layer               = 64
print_info: n_head                = 64
print_info: n_rot                 = 128
print_info: n_embd_head_k         = 128
print_info: freq_base_train       = 1000000.0
print_info: freq_scale_train      = 1
print_info: n_ctx_orig_yarn       = 40960
print_info: rope scaling          = linear
"""


def test_a_log_of_llama_cpp_is_read_as_its_header():
    config = read_config(LLAMA_LOG)
    (kind,) = config.layer_types
    assert (config.model_type, kind.base, kind.is_scaled, config.context) == ("qwen3", 1e6, False, 40960)
    scaled = LLAMA_LOG.replace("freq_scale_train      = 1", "freq_scale_train      = 0.25")
    assert read_config(scaled).layer_types[0].factor == 4.0


def test_a_log_of_a_server_is_read_as_its_command():
    override = {"rope_parameters": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 262144}}
    arguments = {"model_tag": "Qwen/Qwen3-VL-8B-Instruct", "max_model_len": 1000000, "hf_overrides": override}
    result = read_config(f"INFO non-default args: {arguments}\nINFO up").findings()
    assert "override_unreached" in [each.rule for each in result]
    arguments = f"context_length=131072, json_model_override_args='{json.dumps(override)}', tp_size=1"
    line = f"server_args=ServerArgs(model_path='Qwen/Qwen3-32B', {arguments})"
    assert "override_replaces" in [each.rule for each in read_config(line).findings()]


def test_an_answer_about_models_is_read_by_its_first_model():
    row = {"id": "mine", "root": "Qwen/Qwen2.5-7B-Instruct", "max_model_len": 131072}
    result = read_config(json.dumps({"object": "list", "data": [{"id": "x"}, row]})).findings()
    assert [each.rule for each in result if each.severity == "warning"] == ["target"]


TRAINING = """base_model: Qwen/Qwen3-8B
sequence_len: 65536
overrides_of_model_config:
  rope_scaling:
    type: yarn
    factor: 2.0
    original_max_position_embeddings: 32768
datasets:
  - path: x
"""


def test_settings_of_training_are_read_with_their_model():  # axolotl
    rules = [each.rule for each in read_config(TRAINING).findings() if each.severity != "info"]
    assert rules == ["override_replaces"]
    mended = TRAINING.replace("    factor", "    rope_theta: 1000000.0\n    factor")
    assert [each.rule for each in read_config(mended).findings() if each.severity != "info"] == []


def test_a_training_that_is_longer_than_its_model_is_reported():  # LLaMA-Factory
    text = "model_name_or_path: Qwen/Qwen2.5-7B-Instruct\ncutoff_len: 131072\n"
    assert [each.rule for each in read_config(text).findings() if each.severity == "warning"] == ["target"]
    by_itself = text + "rope_scaling: yarn\n"  # the program takes the factor from the length
    assert [each.rule for each in read_config(by_itself).findings() if each.severity == "warning"] == []


HOSTILE = {
    "keys of YAML": "args:\n" * 40_000,
    "continued lines": "vllm serve x \\\n" * 20_000,
    "blanks in a log": "print_info: " + " " * 200_000,
    "words in a log": "print_info: arch = x\nprint_info: n_ctx_train = 1\n" + "print_info: a" * 20_000,
    "arguments of a server": "server_args=ServerArgs(" + "a" * 300_000 + ")",
    "a dict of a server": "non-default args: {" + "'a':{" * 5_000 + "}",
    "a flow of YAML": "base_model: x\nrope_scaling: {" + "a" * 150_000,
    "depth of YAML": "base_model: x\n" + "".join(" " * n + "a:\n" for n in range(500)),
    "launchers": "/vllm" * 30_000,
    "dashes": "- " * 60_000 + "image: x",
    "images": "docker run " + "llama-:" * 28_000,
    "arguments of an image": "ARG " * 50_000,
    "defaults within defaults": "vllm serve " + "${A:-" * 39_000,
    "variables": "A=" + "x" * 500 + "\nvllm serve " + "$A " * 60_000,
    "products": "vllm serve " + "$((" * 60_000,
    "quotes": "vllm serve " + "' " * 90_001,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_costs_little(text):
    before = time.process_time()
    for name in ("compose.yaml", "Dockerfile", "start.sh", "Modelfile"):
        commands(name, text)
    with suppress(ConfigError):
        read_config(text)
    assert time.process_time() - before < 5


QWEN = '"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}'
CALL = 'm = FastLanguageModel.from_pretrained("unsloth/Llama-3.1-8B", max_seq_length=32768, rope_scaling={})'
FACTORY = "llamafactory-cli train --model_name_or_path Qwen/Qwen3-8B --cutoff_len 131072"
OF_TRAINING = [
    (f"trl grpo --model_name_or_path Qwen/Qwen3-8B --model_init_kwargs '{{{QWEN}}}'", "override_replaces",
     "Write --model_init_kwargs '{"),
    ("trl sft --model_name_or_path Qwen/Qwen3-8B --max_length 131072", "target", "In full: --model_init_kwargs '{"),
    (FACTORY, "target", "rope_scaling: yarn"),
    (FACTORY + " --rope_scaling yarn", None, ""),
    ("base_model: Qwen/Qwen3-8B\nsequence_len: 131072", "target", "In full: overrides_of_model_config: {"),
    (CALL.replace("={}", '={"type": "linear", "factor": 4.0}'), "override_replaces", 'Write rope_scaling={"rope_t'),
    (CALL.replace("rope_scaling={}", "load_in_4bit=True"), None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rule", "cure"), OF_TRAINING)
def test_commands_and_calls_of_training_are_cured_in_their_own_words(text, rule, cure):
    result = [each for each in read_config(text).findings() if each.severity != "info"]
    assert [each.rule for each in result] == ([rule] if rule else [])
    assert not result or cure in result[0].message
