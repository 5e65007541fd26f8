"""Folders, launch files, explanations and reported threads: each finding has its place and its cure."""

import json
import re

import pytest

from clockface.command import main
from clockface.command.report import reports
from model_configs.finding import apply_patch
from model_configs.model_config import read_config
from pages.shared.plain_markdown import plain
from pages.shared.words import read
from tests.clockface.configs import FINE, RIGHT, THREADS, WRONG
from tests.house import ROOT
from tests.model_configs.forms.launch_files import COMPOSE, SCRIPT
from tests.patterns import on_screen

# ---- Folders, and files with commands in them: each finding has its file, line and column.


@pytest.fixture
def run(capsys, tmp_path):
    """Run a command on a file that holds a text or a config: status and output."""

    def on(content, *options, command="lint", name="config.json"):
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
        return main([command, str(tmp_path / name), *options]), capsys.readouterr().out

    return on


def test_a_folder_is_read_with_what_launches_engines(capsys, tmp_path):
    files = {"a/config.json": WRONG, "b/config.json": FINE, "compose.yaml": COMPOSE, "run/start.sh": SCRIPT}
    files |= {"setup.sh": "echo hello", "db/compose.yaml": "services:\n  db:\n    image: postgres\n"}
    for name, text in {**files, "notes.txt": "x", ".git/config.json": WRONG, "run/tokenizer.json": "{}"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert main(["lint", str(tmp_path)]) == 1
    output = capsys.readouterr().out
    assert output.endswith("4 files: 1 error, 4 warnings, no notes\n"), output
    for line in (rf"{tmp_path}/compose.yaml:7:\d+: warning: ", rf"{tmp_path}/run/start.sh:5:\d+: warning: "):
        assert re.search(line, output), output


def test_a_place_in_a_script_is_that_of_the_option(run):
    script = "#!/bin/sh\nset -e\nllama-server -m Qwen3-32B-Q4_K_M.gguf -c 131072\n"
    assert "start.sh:3:39: warning: -c [length-capped]" in run(script, name="start.sh")[1]


def test_a_right_config_gives_one_line(run):
    config = (
        {"model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128}
        | {"num_hidden_layers": 36, "rope_theta": 1000000, "max_position_embeddings": 40960}
        | {"torch_dtype": "bfloat16"}
    )
    status, output = run(config)
    assert (status, output.count("\n")) == (0, 1)
    assert "RoPE, base 1,000,000, Unscaled, 32,768 → 40,960 tokens: no errors, no warnings" in output
    assert "--notes shows 1 note (positions-in-few-bits)" in output
    assert "positions-in-few-bits]" in run(config, "--notes")[1]
    assert "learned table, 1,024 rows" in run({"model_type": "gpt2", "n_embd": 768, "n_positions": 1024})[1]


def test_a_cure_shows_the_line_that_goes_and_the_one_that_comes(run):
    status, output = run(FINE.replace("500000.0", '"500000.0"'))
    assert status == 1
    assert '    - "rope_theta": "500000.0"\n    + "rope_theta": 500000.0\n' in output
    assert "error: rope_theta [number-as-text]\n  rope_theta is the text" in output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "without entries"),
        ('{"vocab_size": 1}', "but it is missing"),
        ('{"hidden_size": null}', "got null"),
        ("hello", "begins with `{`"),
    ],
)
def test_missing_null_and_non_json_are_told_apart_in_messages(run, text, words):
    status, output = run(text)
    assert (status, words in output) == (2, True), output


GEMMA = (
    {"general.architecture": "gemma3", "gemma3.context_length": 131072, "gemma3.embedding_length": 2560}
    | {"gemma3.block_count": 34, "gemma3.attention.head_count": 8, "gemma3.attention.key_length": 256}
    | {"gemma3.attention.sliding_window": 1024, "gemma3.rope.freq_base": 1000000.0}
)


def test_a_cure_of_a_gguf_names_its_keys_and_an_engine_s_flag():
    (finding,) = [each for each in read_config(json.dumps(GEMMA)).findings() if each.rule == "base_missing"]
    assert finding.key == "gemma3.rope.freq_base_swa"
    assert "rope_local_base_freq" not in finding.message
    assert "--override-kv gemma3.rope.freq_base_swa=float:10000.0" in finding.message
    mended = read_config(json.dumps(apply_patch(GEMMA, finding.patch)))
    assert "base_missing" not in [each.rule for each in mended.findings()]


def test_a_cure_of_a_line_is_a_flag():
    line = "--position-embedding-type rope --kv-channels 128 --rotary-base 1000"
    (finding,) = [each for each in read_config(line).findings() if each.rule == "base_small"]
    assert (finding.key, dict(finding.patch)) == ("--rotary-base", {})
    assert "Write --rotary-base 10000.0" in finding.message


def test_a_script_without_a_server_is_refused_where_it_is_named(run):
    status, output = run("echo hello\n", name="start.sh")
    assert (status, "must hold a command that starts vLLM" in output) == (2, True)


def test_a_symptom_is_explained_with_its_evidence(capsys):
    assert main(["explain", "--symptom", "garbage after 32k"]) == 0
    output = capsys.readouterr().out
    assert "page: docs/findings.md#target" in output
    assert "evidence: [" in output
    assert main(["explain", "--symptom", "zzz"]) == 1
    assert main(["explain"]) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("vllm serve Qwen/Qwen3-8B \\\n  --max_model_len 131072\n", "2:3: warning"),
    ],
)
def test_a_finding_of_settings_or_a_command_stands_at_its_line(run, text, place):
    assert f"given.txt:{place}" in run(text, name="given.txt")[1]


# ---- `clockface explain` prints the sentences of the room Model, at the width of the terminal.

WORDS = read(ROOT / "pages/model.md")

YARN = (
    {"model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 36}
    | {"head_dim": 128, "rope_theta": 1000000, "max_position_embeddings": 40960}
    | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}
)


@pytest.mark.parametrize("width", [60, 100])
def test_the_sentences_are_those_of_the_room(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    status, text = run(YARN, "--target", "131072", command="explain")
    assert status == 0
    for heading in ("Turns", "All seen", "Layers", "Engines", "Take: kept", "Take: static", "Note: yarn"):
        assert on_screen(WORDS[heading]).search(text), heading
    prose = [line for line in text.partition("\nEngines")[0].split("\n") if line[:1] == " " and "http" not in line]
    assert max(map(len, prose)) <= width
    assert not {"**", "`", "\\_"} & {sign for sign in ("**", "`", "\\_") if sign in text}


def test_a_model_that_does_not_turn_and_one_that_grows_are_reported(run):
    _, output = run({"model_type": "gpt2", "n_embd": 768, "n_head": 12}, command="explain")
    assert on_screen(WORDS["No turning"], scheme="Learned").search(output)
    _, output = run({"model_type": "llama4_text"}, command="explain")
    assert on_screen(WORDS["Temperature"]).search(output)
    assert on_screen(WORDS["Temperature: silent"]).search(output)


def test_markdown_loses_its_signs_and_words_of_a_file_stay():
    assert plain("**Cure:** `a_b` is \\*not\\* *here*, [x #1](https://x.org/1)") == (
        "Cure: a_b is *not* here, x #1 <https://x.org/1>"
    )


def test_of_a_model_that_nobody_knows_nothing_is_made_up(run):
    status, output = run("llama-server -m Mine-30B-Q5_K_M.gguf -c 262144", command="explain", name="line.txt")
    assert status == 0
    assert "which is not known here" in output
    assert [word for word in ("10,000", "claimed", "Engines") if word in output] == []


# ---- Reported configs and commands: each gives its findings, and none once it is corrected.

each = pytest.mark.parametrize("case", THREADS, ids=[f"{n}-{case['thread']}" for n, case in enumerate(THREADS)])


@each
def test_the_problem_of_each_thread_is_found(run, monkeypatch, case):
    monkeypatch.setenv("COLUMNS", "120")
    status, output = run(case["input"], command=case["in"], name="given.txt")
    assert status != 2
    assert [words for words in case["says"] if not re.search(words, output, re.IGNORECASE)] == []
    assert [words for words in case["silent"] if re.search(words, output, re.IGNORECASE)] == []


@each
def test_a_cured_config_has_neither_errors_nor_warnings(run, case):
    if case["mended"]:
        status, output = run(case["mended"], name="given.txt")
        assert (status, re.findall("no errors, no warnings", output)) == (0, ["no errors, no warnings"]), output


FILES = [("given.txt", case["input"]) for case in THREADS] + [
    (case["file"], case["text"]) for case in RIGHT["commands"]
]


@pytest.mark.parametrize(("name", "text"), FILES, ids=[f"{n}-{name}" for n, (name, _) in enumerate(FILES)])
def test_the_room_reads_of_a_pasted_text_what_the_command_reads_of_the_file(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    first = next(reports(str(tmp_path / name)))
    config = read_config(text)  # as the room reads what is pasted, without a name
    assert first.config is not None
    assert (config.source, config.form.model, config.form.target) == (
        first.config.source,
        first.config.form.model,
        first.config.form.target,
    )
    of_the_text = [each for each in config.findings() if "several" not in each.cases]
    assert [(each.severity, each.message) for each in of_the_text] == [
        (each.severity, each.message) for each in first.findings
    ]


def test_most_cases_have_a_mended_form():
    assert sum(bool(case["mended"]) for case in THREADS) >= len(THREADS) / 2


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (  # text-generation-inference #2909
            "text-generation-launcher --model-id Qwen/Qwen2.5-7B-Instruct --max-total-tokens 131072 "
            "--rope-scaling dynamic --rope-factor 4.0",
            "start.sh",
            "TGI.*131,072 tokens, and Qwen/Qwen2.5-7B",
        ),
        ("lmdeploy serve api_server Qwen/Qwen3-8B --session-len 40960", "start.sh", "LMDeploy"),
        ("trtllm-serve Qwen/Qwen3-8B --max_seq_len 131072", "given.txt", "TensorRT-LLM"),
        ("mlc_llm serve HF://mlc-ai/Qwen3-8B-q4f16_1-MLC", "given.txt", "MLC LLM"),
        ("python -m ktransformers.server.main --cache_lens 32768", "start.sh", "KTransformers"),
        ("mlx_lm.server --model mlx-community/Qwen3-8B-4bit", "start.sh", "MLX LM"),
        (  # ms-swift #5146
            "swift rlhf --model Qwen/Qwen3-8B --rope_scaling yarn --max_model_len 122880",
            "train.sh",
            "ms-swift.*122,880 tokens, and Qwen/Qwen3-8B claims 40,960",
        ),
        (  # unsloth #3083
            'm = FastLanguageModel.from_pretrained(model_name="Qwen/Qwen2.5-7B-Instruct", max_seq_length=131072)',
            "train.py",
            "Unsloth.*131,072 tokens, and Qwen/Qwen2.5-7B",
        ),
        (  # LlamaFactory #8664
            "llamafactory-cli train --model_name_or_path Qwen/Qwen2.5-7B-Instruct --cutoff_len 131072",
            "train.sh",
            "LLaMA-Factory.*131,072 tokens, and Qwen/Qwen2.5-7B",
        ),
        ("model_name_or_path: Qwen/Qwen2.5-7B-Instruct\ncutoff_len: 131072\n", "a.yaml", "LLaMA-Factory.*131,072"),
        ("base_model: Qwen/Qwen3-8B\nsequence_len: 65536\nload_in_8bit: true\n", "a.yaml", "axolotl.*65,536"),
        ("trl sft --model_name_or_path Qwen/Qwen3-8B --max_length 131072", "a.sh", "TRL.*131,072 tokens"),
        ("print_info: arch = qwen3\nprint_info: n_ctx_train = 40960\n", "given.txt", "a log of llama.cpp"),
        (
            "INFO non-default args: {'model_tag': 'Qwen/Qwen3-8B', 'max_model_len': 1000000}",
            "given.txt",
            "a log of vLLM.*1,000,000 tokens",
        ),
        (
            "server_args=ServerArgs(model_path='Qwen/Qwen3-8B', context_length=131072, tp_size=1)",
            "given.txt",
            "a log of SGLang.*131,072 tokens",
        ),
        (
            '{"object": "list", "data": [{"root": "Qwen/Qwen2.5-7B-Instruct", "max_model_len": 131072}]}',
            "given.txt",
            "an answer under /v1/models.*131,072 tokens",
        ),
    ],
)
def test_another_program_is_named_and_not_read(run, text, name, says):
    status, output = run(text, name=name)
    assert status == 2
    assert re.search(says, output), output
    assert "recognised and not read" in output


@pytest.mark.parametrize("name", ["Modelfile", "given.txt"])
def test_a_modelfile_without_a_length_is_read(run, name):
    text = "FROM qwen3:14b\nPARAMETER temperature 0.6\nPARAMETER top_k 20\n"
    status, output = run(text, name=name)
    assert (status, "num_ctx" in output, "4,096" in output) == (0, True, True)
    assert "no errors, no warnings" in run(text + "PARAMETER num_ctx 40960\n", name=name)[1]
