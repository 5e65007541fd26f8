"""An engineer's journey through the room Model in Chromium."""

import json
import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from core.config.link import pack
from core.model_config import read_config
from pages.long_context.model.choice import OWN
from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, expect_address, expect_changed, expect_settings, go, remember, settle
from tests.core.config.forms.test_forms import HEADER
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/model.md")

MINE = {  # a config of no known model, with a rule that claims too little and weights in bfloat16
    "architectures": ["StrangerForCausalLM"], "model_type": "llama", "hidden_size": 2560, "num_attention_heads": 20,
    "num_key_value_heads": 5, "max_position_embeddings": 16_384, "rope_theta": 250_000.0,
    "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096},
    "torch_dtype": "bfloat16", "secret": "do not tell",
}  # fmt: skip


def metric(page, label):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def paste(page, text):
    """Fill the text box and wait until the room changes."""
    page.get_by_role("button", name=WORDS["Paste"]).click()
    box = page.get_by_role("textbox", name=WORDS["Paste: label"])
    box.fill(text)
    remember(page)
    box.press("Control+Enter")
    expect_changed(page)
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)


def ask_for(page, tokens):
    field = page.get_by_role("spinbutton", name="target context (tokens)")
    field.fill(str(tokens))
    remember(page)
    field.press("Enter")
    expect_changed(page)


def red_teeth(page):
    return page.locator(f"{MAIN} .main-svg .scatterlayer").first.locator(".trace").nth(2).locator(".point")


def choose(page, word):
    page.get_by_role("radio", name=word, exact=True).click()
    settle(page)


def code(page):
    """What the chosen engine needs; diffs of findings stand above it."""
    return page.get_by_test_id("stCode").last


def test_the_journey_of_an_engineer(open_room, new_page, app):
    page = open_room("model")
    expect(red_teeth(page)).to_have_count(29)
    paste(page, json.dumps(MINE, indent=2))
    expect(metric(page, WORDS["Metric: turn"])).to_have_text("34 of 64")
    expect(red_teeth(page)).to_have_count(0)
    (of_bfloat16,) = (found for found in read_config(MINE).findings() if "bfloat16" in found.message)
    expect(page.locator(MAIN)).to_contain_text(of_bfloat16.message.splitlines()[0])
    assert "config" not in parse_qs(urlsplit(page.url).query)
    ask_for(page, 65_536)
    expect(metric(page, WORDS["Metric: unseen"])).to_have_text("30 of 64")
    expect(red_teeth(page)).to_have_count(30)
    expect(code(page)).to_contain_text('"factor": 16.0')
    choose(page, "vLLM")
    expect(code(page)).to_contain_text("--max-model-len 65536")
    choose(page, "llama.cpp")
    expect(code(page)).to_contain_text("--yarn-orig-ctx 4096")
    choose(page, "transformers 4")
    with page.expect_download() as download:
        page.get_by_role("button", name=WORDS["Export: whole"]).click()
    assert download.value.suggested_filename == (
        "config_model-your-config_target_context-65536_export-transformers-4.json"
    )
    page.get_by_role("button", name=WORDS["Link: button"]).click()
    page.wait_for_url(re.compile("[?&]config="))
    assert "secret" not in page.url
    colleague = go(new_page(), page.url)
    expect(metric(colleague, WORDS["Metric: unseen"])).to_have_text("30 of 64")
    expect(colleague.locator(MAIN)).to_contain_text(WORDS["Own: linked"])
    page.get_by_role("button", name=WORDS("Take: stretch", trained=4096, target=65_536, base=300_000)).click()
    expect(page.get_by_role("heading", name="Stretch")).to_be_visible()
    expect_address(page, base=300_000, rotary_dim=128)
    assert parse_qs(urlsplit(page.url).query)["context"] == ["4096", "65536"]
    settle(page)
    expect_settings(page, base=300_000)


def test_what_cannot_be_read_is_a_sentence_and_mended_text_is_read(open_room):
    page = open_room("model")
    paste(page, '{"hidden_size": 4096,\n "num_attention_heads" 32}')
    alert = page.get_by_role("alert").filter(has_text=said(WORDS["Refused"]))
    expect(alert).to_contain_text("line 2, column 24")
    expect(code(page)).to_contain_text('→ 2 │  "num_attention_heads" 32}')
    expect(page.get_by_test_id("stMetric")).to_have_count(0)
    paste(page, '{"hidden_size": 4096,\n "num_attention_heads": 32, "rope_theta": 1e4}')
    expect(alert).to_have_count(0)
    expect(page.locator(MAIN)).to_contain_text(said(WORDS["Assumed"]))


def test_a_file_fills_the_text_box_and_takes_the_old_config_out_of_the_link(open_room, tmp_path):
    old = pack(read_config(MINE | {"rope_theta": 1e4}))
    page = open_room(f"model?model={OWN}&config={old}")
    expect(metric(page, WORDS["Metric: turn"])).to_have_text("46 of 64")
    page.get_by_role("button", name=WORDS["Paste"]).click()
    remember(page)
    data = {"name": "config.json", "mimeType": "application/json", "buffer": json.dumps(MINE).encode()}
    page.locator("input[type=file]").set_input_files(data)
    expect_changed(page)
    expect(page.get_by_role("textbox", name=WORDS["Paste: label"])).to_have_value(json.dumps(MINE))
    expect(metric(page, WORDS["Metric: turn"])).to_have_text("34 of 64")
    expect_address(page, model=OWN, config=None)
    remember(page)
    large = tmp_path / "model.gguf"
    with large.open("wb") as file:
        file.write(HEADER)
        file.truncate(2**25)  # the uploader refuses 32 MB: the browser has to keep the rest
    page.locator("input[type=file]").set_input_files(large)
    expect_changed(page)
    expect(page.get_by_role("textbox", name=WORDS["Paste: label"])).to_have_value(
        re.compile("qwen2.rope.freq_base")
    )


def test_a_link_opens_models_side_by_side(open_room):
    page = open_room("model?model=Gemma 3 12b&target_context=262144&model_view=Side by side&beside=Phi-4")
    expect(metric(page, WORDS["Metric: turn"])).to_have_text("73 of 128")
    expect(page.locator(CHART)).to_have_count(3)
    expect(page.locator(MAIN)).to_contain_text(said(WORDS["Beside: ratio"], other="Phi-4", count=64))
