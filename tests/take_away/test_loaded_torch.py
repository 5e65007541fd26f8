"""A model that transformers has loaded holds what `clockface frequencies` writes; `make torch` runs these tests."""

import json
import runpy
from importlib.util import find_spec

import pytest

from clockface.command import main
from tests.house import ROOT

pytestmark = pytest.mark.skipif(
    not (find_spec("torch") and find_spec("transformers")), reason="not installed: `make torch` runs these"
)
SMALL = (
    {"vocab_size": 32, "hidden_size": 64, "intermediate_size": 32, "num_hidden_layers": 6}
    | {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 32, "bos_token_id": 1, "eos_token_id": 2}
    | {"pad_token_id": 0}
)
LLAMA_31 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}
LATENT = (
    {"kv_lora_rank": 8, "q_lora_rank": 8, "qk_rope_head_dim": 16, "qk_nope_head_dim": 16, "v_head_dim": 16}
    | {"n_routed_experts": 4, "num_experts_per_tok": 2, "n_group": 1, "topk_group": 1}
    | {"moe_intermediate_size": 16, "num_key_value_heads": 4}
)
MODELS = {
    "llama": {"rope_scaling": LLAMA_31 | {"original_max_position_embeddings": 1024}, "rope_theta": 500000.0},
    "qwen3": {"rope_scaling": YARN, "rope_theta": 1000000.0, "max_position_embeddings": 16384},
    "gemma3_text": {"query_pre_attn_scalar": 100, "rope_scaling": {"rope_type": "linear", "factor": 8.0}},
    "deepseek_v3": LATENT | {"rope_scaling": YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}},
    "granite": {"attention_multiplier": 0.015625},
    "gpt_oss": {"num_local_experts": 2, "num_experts_per_tok": 1},
}


@pytest.fixture
def compare(tmp_path, monkeypatch, capsys):
    """Loads a tiny model, and compares it with the numbers of its config after a change: status and output."""

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.chdir(tmp_path)

    def run(model_type, change=None):
        from transformers import AutoConfig, AutoModel

        config = AutoConfig.for_model(model_type, **SMALL | MODELS[model_type])
        AutoModel.from_config(config).save_pretrained(tmp_path / "MODEL")
        entries = json.loads((tmp_path / "MODEL/config.json").read_text("utf-8"))
        (tmp_path / "config.json").write_text(json.dumps(entries | (change or {})))
        assert main(["frequencies", str(tmp_path / "config.json"), "--out", str(tmp_path / "expected.npz")]) == 0
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "take_away/loaded.py"), run_name="__main__")
        return int(ended.value.code), capsys.readouterr().out

    return run


@pytest.mark.parametrize("model_type", MODELS)
def test_a_loaded_model_holds_what_is_expected(compare, model_type):
    status, output = compare(model_type)
    types = 2 if model_type == "gemma3_text" else 1
    assert (status, output.strip()) == (0, f"{3 * types} of {3 * types} compared, 0 wrong")


@pytest.mark.parametrize(
    ("model_type", "change", "name"),
    [
        ("llama", {"rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}}, "rotary_emb.inv_freq"),
        ("granite", {"attention_multiplier": 0.02}, "layers.0.self_attn.scaling"),
    ],
)
def test_other_numbers_are_noticed(compare, model_type, change, name):
    status, output = compare(model_type, change)
    assert status == 1
    assert f"{name} is " in output
