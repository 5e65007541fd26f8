"""`clockface lint` says what is wrong, where, and by its exit status."""

import json
import os
import subprocess
import sys
from urllib.parse import unquote

import pytest

from clockface.command import main
from model_configs.finding import apply_patch
from model_configs.model_config import read_config
from tests.clockface.configs import DOUBTFUL, FINE, WRONG, write
from tests.clockface.sarif import expect_sarif
from tests.house import ROOT


def lint(capsys, *arguments):
    """Exit status and output."""
    status = main(["lint", *arguments])
    captured = capsys.readouterr()
    assert captured.err == ""
    return status, captured.out


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (FINE, [], 0),
        (FINE, ["--strict"], 0),
        (DOUBTFUL, [], 0),
        (DOUBTFUL, ["--strict"], 1),
        (WRONG, [], 1),
        (FINE, ["--target", "8192", "--strict"], 0),
        (FINE, ["--target", "8,193"], 0),
        (FINE, ["--target", "8_193", "--strict"], 1),
        ("[1]", [], 2),
    ],
)
def test_the_exit_status_tells_what_was_found(capsys, tmp_path, text, options, status):
    assert lint(capsys, *write(tmp_path, config=text), *options)[0] == status


def test_an_unreadable_file_gives_status_2_and_others_are_still_reported(capsys, tmp_path):
    status, output = lint(capsys, *write(tmp_path, wrong=WRONG, broken="{", fine=FINE))
    assert status == 2
    assert output.count("broken.json: not read: The text ends in the middle") == 1
    assert "wrong.json:9:5: error: rope_scaling.factor [factor-below-one]" in output
    assert output.strip().endswith("3 files: 1 error, 1 warning, no notes; 1 file not read")


def test_a_finding_has_its_place_its_cure_and_its_source(capsys, tmp_path):
    status, output = lint(capsys, *write(tmp_path, config=WRONG), "--format", "json")
    (record,) = json.loads(output)
    first = record["findings"][0]
    assert status == 1
    assert (record["model_type"], record["scheme"], record["refused"]) == ("qwen2", "RoPE", None)
    assert (first["rule"], first["key"]) == ("factor-below-one", "rope_scaling.factor")
    assert WRONG.split("\n")[first["line"] - 1][first["column"] - 1 :].startswith('"factor"')
    assert first["source"].startswith("https://")
    cured = apply_patch(json.loads(WRONG), first["patch"])
    assert read_config(cured).findings()[0].severity != "error"


XLM_R = {"model_type": "xlm-roberta", "hidden_size": 1024, "max_position_embeddings": 514, "pad_token_id": 1}


@pytest.mark.parametrize(
    ("config", "held"),  # tokens: what a tiny model of the type took in transformers 5.23.0, and not one more
    [
        (XLM_R, 512),  # sentence-transformers #3879
        (XLM_R | {"model_type": "roberta", "pad_token_id": 0}, 513),
        (XLM_R | {"model_type": "mpnet", "pad_token_id": 0}, 512),
        (XLM_R | {"model_type": "esm", "position_embedding_type": "absolute"}, 512),
        ({"model_type": "opt", "max_position_embeddings": 2048}, 2048),  # whose table has two rows more
        ({"model_type": "bert"}, 512),
        ({"model_type": "gpt2", "n_positions": 1024}, 1024),
        ({"model_type": "clip", "text_config": {"model_type": "clip_text_model"}}, 77),
    ],
)
def test_a_text_longer_than_a_learned_table_is_an_error(capsys, tmp_path, config, held):
    files = write(tmp_path, config=json.dumps(config))
    assert lint(capsys, *files, "--strict", "--target", str(held))[0] == 0
    status, output = lint(capsys, *files, "--target", str(held + 1))
    assert status == 1
    assert f"{held:,}" in output
    assert "IndexError" in output


def test_a_table_that_longer_texts_do_not_leave_has_no_length(capsys, tmp_path):
    files = write(tmp_path, config='{"model_type": "tapas"}')
    assert lint(capsys, *files, "--strict", "--target", "8192")[0] == 0


@pytest.mark.parametrize(
    ("name", "text", "severity"),
    [
        ("sentence_bert_config", '{"max_seq_length": 514}', "error"),
        ("sentence_bert_config", '{"max_seq_length": 512}', ""),
        ("tokenizer_config", '{"model_max_length": 8192}', "warning"),
        ("tokenizer_config", '{"model_max_length": 1000000000000000019884624838656}', ""),  # no length is told
        ("tokenizer_config", '{"model_max_length": "long"', ""),
        ("generation_config", '{"max_length": 1024}', "warning"),  # dalle-mini #136
        ("generation_config", '{"max_length": 512, "max_new_tokens": 2048}', ""),
    ],
)
def test_files_beside_a_config_are_held_against_its_table(capsys, tmp_path, name, text, severity):
    write(tmp_path, **{name: text})
    (file,) = write(tmp_path, config=json.dumps(XLM_R))
    output = lint(capsys, file)[1]
    assert ("length-beside" in output, f"{severity}: max_position" in output) == (bool(severity), bool(severity))


@pytest.mark.parametrize(
    "line",
    [
        "llama-server -m Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf -c 262144",
        "llama-server -hf unsloth/GLM-4.7-Flash-GGUF:UD-Q4_K_XL -c 202752",
        "llama-server -m Qwen3.6-27B-IQ4_NL.gguf -c 200000",
        "llama-server -hf bartowski/Qwen_Qwen3.6-27B-GGUF:IQ4_NL -c 262144",
        "llama-server -m google_gemma-4-31b-it-Q4_0.gguf -c 262144",
        "llama-server -m Kimi-K2.5-UD-TQ1_0-00001-of-00005.gguf -c 262144",
        "llama-server -m Mine-30B.gguf -c 1000000",  # unknown: nothing is said against it
        "vllm serve BAAI/bge-m3 --max-model-len 8192",
    ],
)
def test_a_right_length_gets_no_warning_however_the_model_is_called(capsys, tmp_path, line):
    (tmp_path / "start.sh").write_text(line)
    status, output = lint(capsys, str(tmp_path / "start.sh"), "--strict")
    assert status == 0, output


def test_a_length_above_that_of_a_named_model_is_found(capsys, tmp_path):
    for number, (line, says) in enumerate(
        [
            ("llama-server -m meta-llama_Llama-3.1-8B-Instruct-IQ4_NL.gguf -c 262144", "length-capped"),
            ("llama-server -hf ggml-org/gpt-oss-20b-GGUF -c 262144", "length-capped"),
            ("vllm serve BAAI/bge-m3 --max-model-len 8194", "8,192"),
        ]
    ):
        (tmp_path / f"{number}.sh").write_text(line)
        status, output = lint(capsys, str(tmp_path / f"{number}.sh"), "--strict")
        assert (status, says in output) == (1, True), output


def test_numbers_that_give_no_frequencies_are_an_error(capsys, tmp_path):
    lists = {"rope_type": "longrope", "short_factor": [1.0] * 3, "long_factor": [1.0] * 3, "factor": 4.0}
    text = json.dumps(json.loads(FINE) | {"rope_scaling": lists})
    status, output = lint(capsys, *write(tmp_path, config=text), "--target", "100000")
    assert status == 1
    assert "[no-frequencies]" in output


def test_a_rule_of_sarif_carries_what_it_stands_on(capsys, tmp_path):
    log = json.loads(lint(capsys, *write(tmp_path, config=WRONG), "--format", "sarif")[1])
    (rule, *_) = [each for each in log["runs"][0]["tool"]["driver"]["rules"] if each["id"] == "factor-below-one"]
    assert rule["shortDescription"]["text"] == "The factor is below 1."
    assert rule["helpUri"].startswith("https://")
    assert "Evidence: [" in rule["help"]["markdown"]
    assert rule["properties"]["page"] == "docs/findings.md#factor-below-one"


def test_sarif_passes_its_schema_and_finds_the_files_again(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b/ü%.json").write_text(WRONG)
    files = ["a b/ü%.json", *write(tmp_path, doubtful=DOUBTFUL, broken="{"), "/nowhere/config.json"]
    status, output = lint(capsys, *files, "--format", "sarif")
    log = json.loads(output)
    expect_sarif(log)
    (run,) = log["runs"]
    assert status == 2
    assert {result["level"] for result in run["results"]} == {"error", "warning"}
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert {unquote(place["artifactLocation"]["uri"]) for place in places} == {"a b/ü%.json", "doubtful.json"}
    assert places[0]["region"]["startLine"] == 9
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    refused = run["invocations"][0]["toolExecutionNotifications"]
    addresses = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in refused]
    assert addresses == ["broken.json", "file:///nowhere/config.json"]


def test_commands_of_github_are_a_line_each(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a,b:100%.json").write_text(WRONG)
    lines = lint(capsys, "a,b:100%.json", "gone\n::error::x.json", "--format", "github")[1].splitlines()
    assert lines[0].startswith(
        "::error file=a%2Cb%3A100%25.json,line=9,col=5,title=rope_scaling.factor (factor-below-one)::factor is 0.25"
    )
    assert "%0Acure: {" in lines[0]
    assert [line[:8] for line in lines] == ["::error ", "::warnin", "::error ", "2 files:"]


def test_starting_loads_no_more_than_numpy_and_takes_few_times_as_long(tmp_path):
    (file,) = write(tmp_path, config=WRONG)
    script = "import sys; from clockface.command import main; main(sys.argv[1:]); print(*sorted(sys.modules))"
    spent = {"import numpy": [], script: []}
    for program in [*spent] * 3:  # processor time in turn, the least of three: others may slow the machine down
        before = os.times()
        command = [sys.executable, "-c", program, "lint", file]
        outcome = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        spent[program].append(sum(os.times()[2:4]) - sum(before[2:4]))  # times of child processes
    loaded = set(outcome.stdout.splitlines()[-1].split())
    assert "numpy" in loaded
    assert not loaded & {"streamlit", "plotly", "pandas", "ml_dtypes", "clockface.public"}
    assert min(spent[script]) <= 4 * min(spent["import numpy"])  # 2.5 when it was measured; 0.3 s


def test_a_thousand_files_take_seconds(capsys, tmp_path):
    files = write(tmp_path, **{f"c{number}": (WRONG, FINE, DOUBTFUL)[number % 3] for number in range(1000)})
    before = os.times()
    assert lint(capsys, *files)[1].endswith("1000 files: 334 errors, 667 warnings, no notes\n")
    after = os.times()
    assert after.user + after.system - before.user - before.system <= 5
