"""Commands that start engines are found in the files in which people keep them."""

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
