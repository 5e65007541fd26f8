"""What the Model room reads, shows, exports and refuses."""

import json

import numpy as np
import pytest

from clockface.command.report import reports
from model_configs.engines import WRITERS
from model_configs.entries import ConfigError
from model_configs.lengths import lengthen
from model_configs.link import pack
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths, reading
from model_configs.presets import PRESETS
from model_configs.readings import ENGINES
from model_configs.records import records
from pages.shared.verbatim import markdown
from tests.model_configs.forms.gguf_header import HEADER
from tests.model_configs.samples import MINE
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import visit
from tests.support.sliders import move, slider_text, sliders

WORDS = page_words("model")
EXPORTS = [engine.name for engine in ENGINES]


def page(app):
    return " ".join(text.value for text in (*app.main.markdown, *app.main.caption, *app.main.info)).replace(
        "\n", " "
    )


def section(heading, **facts):
    """A section of the room's words, in one line, as in `page`."""
    return WORDS(heading, **facts).replace("\n", " ")


def open_more(query):
    """The room with its fold "More" open, where all that was read stands."""
    app = visit("model", query)
    app.session_state["more"] = True
    return app.run()


def understood(app, column=""):
    table = next(table.value for table in app.table if "understood" in table.value)
    return dict(zip(table["understood"], table[column], strict=True))


def give(app, config, slot="pasted"):
    """Open the field, fill it and press the button."""
    if f"{slot}_read" not in {button.key for button in app.button}:
        app.button(key=f"{slot}_field").click().run()
    app.text_area(key=slot).set_value(config if isinstance(config, str) else json.dumps(config))
    return app.button(key=f"{slot}_read").click().run()


def pasted(config, **query):
    return give(open_more(query), config)


def uploaded(name, data):
    app = open_more({})
    app.button(key="pasted_field").click().run()
    return app.file_uploader(key="pasted_file").upload(name, data).run()


def lines(app):
    """Visible findings, one line each."""
    return [fold.label.replace("\\", "") for fold in app.expander if fold.label.startswith((":red", ":orange"))]


def colours(app):
    traces = charts(app)[0].spec["data"]
    return {trace["name"]: trace for trace in traces}


def facts_of(model, target):
    kind = read_config(PRESETS[model].config).layer_types[0]
    return reading(pair_wavelengths(kind, target), pair_wavelengths(kind, target, rewritten=lengthen(kind, target)))


def test_the_room_opens_with_an_example_of_which_its_sentence_is_true():
    app = open_more({})
    assert "max_position_embeddings" in PRESETS["Qwen2.5-7B"].config
    assert "rope_scaling" not in PRESETS["Qwen2.5-7B"].config  # nothing tells of a training on longer texts
    assert understood(app)["trained on"] == "32,768 tokens"
    facts = facts_of("Qwen2.5-7B", 131_072)
    assert (facts.unseen_pairs, facts.still_unseen, facts.needed_factor) == (24, 0, 4)
    assert section("Unseen", reading=facts, rule="Unscaled") in page(app)
    assert charts(app)[0].alt == WORDS("Comb: alt", reading=facts, rule="Unscaled")
    assert "131,072 tokens are more than the 32,768" in lines(app)[0]
    assert section("Example", name="Qwen2.5-7B", times=4) in page(app)
    asked = {"target_context": "65536"}  # by a reader, who asks for what is warned of
    assert "On purpose" not in page(visit("model", asked))
    assert '"factor": 4.0' in visit("model", {"model_view": "For your engine"}).code[-1].value


def test_a_file_that_tells_of_further_training_is_not_said_to_be_at_angles_never_seen():
    app = open_more({"model": "Llama-3.1-8B"})
    assert section("Findings: none", name="Llama-3.1-8B") in page(app)
    assert section("Horizon", ahead="85,133") in page(app)
    assert understood(app)["rule"] == "Llama 3 × 8"
    facts = facts_of("Llama-3.1-8B", 131_072)
    assert (facts.unseen_pairs, facts.needed_factor) == (29, 16)
    assert section("Unseen: at first", reading=facts, rule="Llama 3 × 8", claim=131_072) in page(app)
    texts = [note["text"] for note in charts(app)[0].spec["layout"]["annotations"]]
    assert {"trained at first 8,192", f"29 {WORDS['Comb: unseen at first']}"} <= {*texts}
    assert not [text for text in texts if WORDS["Comb: unseen"] in text]


def test_every_preset_opens():
    app = open_more({})
    for name in PRESETS:
        app.selectbox(key="model").select(name).run()
        assert PRESETS[name].source in page(app)
        rotary = bool(read_config(PRESETS[name].config).layer_types)
        assert len(charts(app)) == rotary


def test_a_longer_target_turns_slow_pairs_red_and_writes_the_block():
    query = {"model": "Qwen2.5-7B", "target_context": "131072"}
    app = open_more(query)
    texts = [note["text"] for note in charts(app)[0].spec["layout"]["annotations"]]
    assert f"24 {WORDS['Comb: unseen']}" in texts
    assert "2\\pi\\cdot1{,}000{,}000^{80/128}\\\\&=35{,}333" in app.latex[0].value
    app = visit("model", query | {"model_view": "For your engine"})
    config = json.loads(app.code[-1].value)
    assert config["rope_parameters"]["factor"] == 4
    assert config["max_position_embeddings"] == 131_072
    assert "`rope_theta`" in page(app)


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("model", ["Gemma 3 12b", "Phi-4-mini"])
def test_every_export_can_be_copied(model, export):
    view = {"model_view": "For your engine"}
    app = visit("model", view | {"model": model, "export": export, "target_context": "524288"})
    try:
        WRITERS[export](read_config(PRESETS[model].config), 524_288)
    except ConfigError as refused:
        missing = section("Export: none", engine=export, why=markdown(str(refused)))
        assert missing in page(app) or "transformers" in export
    else:
        assert app.code


def test_the_numpy_code_gives_what_the_room_shows():
    query = {"model": "Qwen2.5-7B with YaRN × 4", "target_context": "131072", "model_view": "Numbers"}
    app = visit("model", query)
    names = {"print": lambda *_: None}
    exec(app.code[-1].value, names)
    config = dict(PRESETS["Qwen2.5-7B with YaRN × 4"].config)
    np.testing.assert_allclose(names["frequencies"], read_config(config).frequencies().inverse, rtol=1e-12)


def test_a_pasted_config_is_shown_and_is_not_in_the_address():
    app = pasted(MINE)
    assert {name: value for name, value in app.query_params.items() if name != "more"} == {"model": "your config"}
    assert not app.text_area  # the field has closed itself
    assert understood(app)["base"] == "250,000"
    assert understood(app)["rotary features"] == "128 of 128"
    assert "only one position in 64 is left" in page(app)  # bfloat16 at 16,384
    assert understood(app, "from")["base"] == "in the file"


def test_the_session_s_config_is_shown_wherever_no_model_is_named_and_the_verdict_names_it():
    app = pasted(MINE | {"torch_dtype": "float32", "vocab_size": None})
    verdict = section("Findings: none", name="your config (llama)")
    assert verdict in page(app)
    assert app.selectbox(key="model").options[0] == "your config (llama)"
    del app.query_params["model"]  # as Back, and the menu, lead to the room
    app.run()
    assert understood(app)["base"] == "250,000"
    assert verdict in page(app)
    app.query_params["model"] = "Llama-3.1-8B"
    app.run()
    assert section("Findings: none", name="Llama-3.1-8B") in page(app)


def test_a_link_opens_the_config_that_is_in_it():
    app = open_more({"model": "your config", "config": pack(read_config(MINE))})
    assert understood(app)["base"] == "250,000"
    assert section("Own: linked") in page(app)
    give(app, MINE | {"rope_theta": 9e4})
    assert understood(app)["base"] == "90,000"


def test_a_config_too_long_for_an_address_says_so():
    long = MINE | {"layer_types": [f"kind {number} of {number**7 % 9973}" for number in range(4000)]}
    app = pasted(long)
    assert section("Link: too long") in page(app)


REFUSED = {
    "nothing": ("x", "This is not JSON. Line 1 begins with `x`; a config begins with `{`."),
    "rule": (MINE | {"rope_scaling": {"type": "<b>magic</b>"}}, "rope_scaling.type must be one of default"),
}


@pytest.mark.parametrize(("config", "reason"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_a_sentence(config, reason):
    app = pasted(config)
    (error,) = app.error
    assert error.value.startswith(WORDS["Refused"].split("{error}")[0])
    assert reason in error.value.replace("\\", "")
    assert app.text_area(key="pasted")  # the field stays open
    assert not app.table
    assert WORDS["Findings: none"].split("{")[0] not in page(app)
    assert not charts(app)


def test_what_reads_but_cannot_be_computed_is_a_sentence_too():
    lists = {
        "type": "longrope",
        "short_factor": [1.0],
        "long_factor": [1.0],
        "original_max_position_embeddings": 4096,
    }
    app = pasted(MINE | {"rope_scaling": lists})
    assert "short_factor must be 64 numbers, one a pair" in app.error[0].value.replace("\\", "")


def test_an_upload_fills_the_text_box_a_gguf_file_with_its_header():
    app = uploaded("config.json", json.dumps(MINE).encode())
    assert app.session_state["pasted"] == json.dumps(MINE)
    assert understood(app)["base"] == "250,000"
    app = uploaded("model.gguf", HEADER + bytes(10**6))
    assert json.loads(app.session_state["pasted"])["qwen2.rope.freq_base"] == 1e6
    assert understood(app)["rule"] == "YaRN × 4"


def test_a_gguf_file_whose_header_is_cut_off_is_refused_until_something_else_is_given():
    app = uploaded("model.gguf", HEADER[:-9])
    assert "GGUF header must be whole" in app.error[0].value.replace("\\", "")
    give(app, MINE)
    assert not app.error
    assert understood(app)["base"] == "250,000"


def test_a_factor_below_one_is_said_to_turn_pairs_faster():
    block = {"rope_type": "yarn", "factor": 0.25, "original_max_position_embeddings": 16_384}
    app = pasted(MINE | {"rope_scaling": block})
    assert pattern(WORDS["Unseen: faster"]).search(page(app))


def test_a_file_of_noise_is_refused():
    app = uploaded("config.json", b"\xff\xfe\x00")
    assert app.error[0].value.startswith(WORDS["Refused"].split("{error}")[0])


def test_two_configs_stand_side_by_side():
    query = {"model": "Llama-2-7B", "beside": "Code Llama 7B", "model_view": "Side by side"}  # its former name
    app = visit("model", query | {"target_context": "16384"})
    assert app.query_params["model_view"] == "Two configs"
    (plot,) = charts(app)
    assert {"Llama-2-7B, Unscaled", "Code Llama 7B, Unscaled"} <= {*noted(plot)}
    facts = {"other": "Code Llama 7B", "choice": "Llama-2-7B"}
    assert section("Beside: slower", pair=63, times=100 ** (126 / 128), **facts) in page(app)
    table = app.table[-1].value
    assert table[table[""] == "base"].to_numpy().tolist() == [["base", "10,000", "1,000,000"]]


def noted(plot):
    return [note["text"] for note in plot.spec["layout"]["annotations"]]


@pytest.mark.parametrize(
    ("model", "other"),
    [
        ("Qwen2.5-7B", "Qwen2.5-7B-Instruct-1M"),
        ("Llama-3.1-8B", "Llama-3-8B"),
        ("LLaMA-1-7B", "Llama-3.1-8B"),  # the first of its type and width
        ("Gemma 3 12b", "Llama-3.1-8B"),
    ],
)
def test_at_first_a_model_stands_beside_its_sibling_for_longer_or_shorter_texts(model, other):
    app = visit("model", {"model": model, "model_view": "Two configs"})
    assert app.selectbox(key="beside").value == other
    assert [text for text in noted(charts(app)[0]) if text.startswith(other)]


def test_a_second_config_can_be_pasted_beside():
    app = visit("model", {"model_view": "Two configs"})
    give(app, MINE, "pasted_second")
    assert app.query_params["beside"] == "your second config"
    assert "250,000" in app.table[-1].value["your second config (llama)"].tolist()


def test_the_target_of_a_learned_table_is_held_against_its_rows():
    app = visit("model", {"model": "BERT-base"})
    assert (slider_text(app, "target_context"), lines(app)) == ("512", [])
    (line,) = lines(move(app, "target_context", "8192"))
    assert "8,192 tokens are more than the 512" in line


@pytest.mark.parametrize("name", ["BERT-base", "T5-v1.1-base", "MPT-7B"])
def test_a_model_that_does_not_turn_says_how_it_tells_position(name):
    app = visit("model", {"model": name, "beside": "Llama-2-7B", "model_view": "Two configs"})
    assert section("No turning", scheme=read_config(PRESETS[name].config).scheme) in page(app)
    assert not charts(app)
    visit("model", {"beside": name, "model_view": "Two configs"})


def test_layers_with_a_window_are_chosen():
    app = open_more({"model": "Gemma 3 12b", "layer_type": "sliding_attention"})
    assert "Within **1,024 tokens** of training **71 of 128**" in page(app)
    assert understood(app)["window"] == "1,024 tokens"


def test_every_pair_has_its_numbers():
    app = visit("model", {"model": "Qwen2.5-7B", "target_context": "131072", "model_view": "Numbers"})
    table = app.dataframe[0].value
    assert len(table) == 64
    assert table["first unseen offset (tokens)"].notna().sum() == 24
    assert table["turns in training"].iloc[-1] == pytest.approx(0.0065, abs=5e-5)
    proto = app.dataframe[0].proto
    assert proto.placeholder == "–"  # of a pair that meets no unseen offset
    assert json.loads(proto.columns)["wavelength in training (tokens)"]["type_config"]["format"] == "accounting"


def test_a_finding_has_its_cure_as_a_diff_its_source_and_a_button_that_applies_it():
    block = {"rope_scaling": {"type": "yarn", "factor": 0.25, "original_max_position_embeddings": 4096}}
    app = pasted(MINE | block)
    assert "factor is 0.25" in lines(app)[0]
    assert '-   "factor": 0.25\n+   "factor": 4.0' in app.code[0].value
    app.button(key="apply_0").click().run()
    assert not lines(app)
    assert json.loads(app.session_state["pasted"])["rope_scaling"]["factor"] == 4.0


def test_a_text_in_place_of_a_number_is_shown_as_it_was_written_and_each_thing_is_said_once():
    block = {"type": "yarn", "factor": "4.0", "original_max_position_embeddings": 4096, "mscale": 1.0}
    app = pasted(MINE | {"rope_scaling": block})
    first, second = lines(app)[:2]
    assert first.startswith(":red[:material/error: **Error**]")
    assert second.startswith(":orange[:material/warning: **Warning**]")
    assert "mscale_all_dim is missing" in second
    assert '-   "factor": "4.0"\n+   "factor": 4.0' in app.code[0].value
    opened = [fold.proto.expanded for fold in app.expander if fold.label.startswith((":red", ":orange"))]
    assert opened == [True, False]
    body = " ".join(element.value for element in app.expander[0].markdown)
    assert "programs stop" not in body  # the line above says it
    texts = " ".join(element.value for fold in app.expander[:2] for element in (*fold.markdown, *fold.caption))
    assert texts.count("issues/47435") == 1


def test_notes_are_counted_with_their_cures_and_nothing_is_called_unsuspicious():
    block = {"type": "yarn", "factor": 4, "original_max_position_embeddings": 32_768}
    lengths = {"model_type": "qwen2", "max_position_embeddings": 32_768}
    app = pasted(MINE | lengths | {"rope_scaling": block})
    cures = WORDS("Findings: cures", count=2)
    verdict = WORDS("Findings: notes alone", name="your config (qwen2)", count=4, cure=cures)
    assert verdict in [fold.label for fold in app.expander]
    assert not lines(app)


def test_a_link_to_a_config_that_is_not_there_opens_with_the_field_for_it():
    app = visit("model", {"model": "your config"})
    assert app.text_area(key="pasted")
    assert app.info[0].value == WORDS("Nothing pasted", name="Qwen2.5-7B")
    app.button(key="pasted_field").click().run()
    assert not app.text_area  # once closed it stays closed
    assert not visit("model", {}).text_area


def test_every_entry_at_fault_is_named():
    app = pasted(MINE | {"rope_theta": "lots", "max_position_embeddings": -4096})
    error = app.error[0].value.replace("\\", "")
    assert "2 entries are at fault" in error
    assert 'rope_theta must be a finite number greater than 1, got "lots".' in error
    assert "max_position_embeddings must be a whole number from 2" in error


def test_the_target_is_dragged_or_typed():
    app = visit("model", {})
    assert slider_text(app, "target_context") == "131072"
    move(app, "target_context", "100001")
    assert app.query_params["target_context"] in ("100001", ["100001"])
    assert slider_text(app, "target_context") == "100001"
    move(app, "target_context", "65536")
    assert app.query_params["target_context"] in ("65536", ["65536"])
    assert slider_text(app, "target_context") == "65536"
    assert "65,536 tokens" in page(app)
    app.selectbox(key="model").select("DeepSeek-V3").run()
    assert {4096, 163_840} <= {*map(int, sliders(app)["target_context"]["stops"])}


def test_beyond_the_claimed_length_the_smallest_factor_and_its_cost_are_told():
    query = {"model": "Qwen2.5-7B", "target_context": "65536"}
    app = visit("model", query)
    assert "65,536 tokens are more than" in lines(app)[0]
    assert "smallest factor that reaches it is 2 with YaRN" in page(app)
    assert section("Take: static") in page(visit("model", query | {"model_view": "For your engine"}))


def test_nothing_is_advised_from_an_assumption():
    stranger = '{"model_type": "stranger", "head_dim": 64}'
    app = pasted(stranger, target_context="65536")
    assert {understood(app, "from")[name][:7] for name in ("position", "base", "claimed")} == {"assumed"}
    assert section("Assumed", what="encoding, base, length") in page(app)
    app = pasted(stranger, target_context="65536", model_view="For your engine")
    assert section("Export: assumed", what="encoding, base, length") in page(app)
    assert not any("max-model-len" in code.value or "yarn" in code.value for code in app.code)


def test_engines_that_agree_are_one_line_and_only_those_that_differ_are_listed():
    app = visit("model", {"model_view": "For your engine"})
    assert section("Engines: agree", name="Qwen2.5-7B", target=131_072, all=7) in page(app)
    assert not app.table
    block = {"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 4.0, "attention_factor": 1.0}}
    block["rope_parameters"]["original_max_position_embeddings"] = 4096
    app = pasted({"model_type": "llama", "head_dim": 64, **block}, model_view="For your engine")
    differ, *_, every = (
        {row.split("]")[0][1:]: text for row, text in table.value.iloc[:, :2].itertuples(index=False)}
        for table in app.table
    )
    rows = every
    assert list(every) == EXPORTS
    assert differ == {
        name: text for name, text in every.items() if text != markdown("Same as the model’s own code.")
    }
    facts = {"name": "your config (llama)", "target": 16_384, "count": len(differ), "all": 7}
    assert section("Engines: differ", **facts) in page(app)
    assert rows["transformers 5"] == markdown("Same as the model’s own code.")
    assert "pairs turn at other frequencies" in rows["transformers 4"]
    assert "attention factor" in rows["SGLang"]
    assert "cannot be told" in rows["Megatron-LM"]


def test_layers_that_differ_and_queries_that_grow_are_a_sentence():
    app = visit("model", {"model": "Llama 4, as its class"})
    assert "36 × RoPE, base 500,000, chunk 8,192; 12 × no position" in page(app)
    assert section("Temperature", floor=8192, most=1 + 0.1 * np.log(17), last=131_071) in page(app)
    assert section("Temperature: silent") in page(app)
    assert "32 layers" not in page(visit("model", {"model": "Llama-3.1-8B"}))  # all alike


def test_equal_configs_are_said_to_be_equal():
    query = {"model": "Llama-2-7B", "beside": "LLaMA-1-7B", "model_view": "Two configs"}
    app = visit("model", query)
    assert section("Beside: same", other="LLaMA-1-7B", choice="Llama-2-7B", count=64) in page(app)


def test_the_lines_that_compare_a_loaded_model_name_the_file_that_is_offered_beside_them():
    app = visit("model", {"model": "DeepSeek-V3", "model_view": "Numbers"})
    assert 'file = "expected_model-DeepSeek-V3_model_view-Numbers.npz"' in app.code[-2].value
    compile(app.code[-2].value, "loaded.py", "exec")


def test_findings_are_searched_by_symptom_and_each_has_an_address():
    app = visit("model", {"model_view": "By symptom", "symptom": "garbage after 32k"})
    assert len([text for text in app.main.markdown if "**Evidence:** [" in text.value]) >= 3
    app = visit("model", {"model_view": "By symptom", "symptom": "base-scaled"})
    (one,) = [text.value for text in app.main.markdown if "**Evidence:**" in text.value]
    assert records()["base_scaled"].symptom in one
    app.text_input(key="symptom").set_value("xyzzy").run()
    assert WORDS["Symptom: none"] in page(app)


def test_a_command_for_a_model_that_nobody_knows_is_asked_which():
    app = pasted("vllm serve /models/mine --max-model-len 131072")
    assert "Which model is" in " ".join(info.value for info in app.info)
    assert charts(app) == []


COMPOSE = """services:
  llm:
    image: ghcr.io/ggml-org/llama.cpp:server-cuda
    command: -m /models/Qwen3-32B-Q4_K_M.gguf -c ${LENGTH:-131072}
"""


@pytest.mark.parametrize(
    "text",
    [
        COMPOSE,
        "FROM qwen3:32b\nPARAMETER temperature 0.6\nPARAMETER num_ctx 131072\n",
        "#!/bin/sh\nset -e\nllama-server -m Qwen3-32B-Q4_K_M.gguf -c 131072 &\n",
    ],
)
def test_a_file_with_a_command_is_read_as_lint_reads_it(tmp_path, text):
    (tmp_path / "given.txt").write_text(text)
    (report,) = reports(str(tmp_path / "given.txt"))
    severe = [each for each in report.findings if each.severity in {"error", "warning"}]
    assert severe
    shown = " ".join(lines(pasted(text)))
    for finding in severe:
        assert finding.message.splitlines()[0] in shown


def test_an_engine_of_which_nothing_is_known_does_not_count_as_one_that_agrees():
    app = visit("model", {"model_view": "For your engine"})
    give(app, {"model_type": "stranger", "head_dim": 64, "rope_theta": 1e4, "max_position_embeddings": 4096})
    facts = {"name": "your config (stranger)", "target": 4096, "count": 5, "all": 7}
    assert section("Engines: differ", **facts) in page(app)


def test_a_model_of_pictures_is_sent_to_its_room():
    app = pasted(
        {"_class_name": "FluxTransformer2DModel", "_diffusers_version": "0.36.0", "attention_head_dim": 128}
    )
    assert section("Of pictures") in page(app)
    assert lines(app) == []
