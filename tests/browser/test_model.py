"""An engineer's journey through the room Model in Chromium."""

import json
import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from model_configs.link import pack
from model_configs.model_config import read_config
from pages.shared.contents import YOUR_CONFIG
from tests.browser.visit import (
    MAIN,
    PHONE,
    config_field,
    expect_address,
    expect_changed,
    go,
    grasp,
    paste,
    remember,
    settle,
    typed,
)
from tests.model_configs.forms.gguf_header import HEADER
from tests.patterns import on_screen, page_words

WORDS, MY_NAME = page_words("model"), f"{YOUR_CONFIG} (llama)"

MINE = (
    {"architectures": ["StrangerForCausalLM"], "model_type": "llama", "hidden_size": 2560}
    | {"num_attention_heads": 20, "num_key_value_heads": 5, "max_position_embeddings": 16_384}
    | {"rope_theta": 250_000.0}
    | {"rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096}}
    | {"torch_dtype": "bfloat16", "secret": "do not tell"}
)


def turned(page):
    """The sentence that counts the pairs of a model."""
    return page.get_by_text(on_screen(WORDS["Turns"])).last  # the former one leaves with the next run


def open_view(page, label):
    page.get_by_role("navigation", name="Views of this room").get_by_role("link", name=label, exact=True).click()
    settle(page)


def length_field(page):
    return typed(page, "target_context")


def ask_for(page, tokens):
    field = length_field(page)
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
    expect(red_teeth(page)).to_have_count(24)
    paste(page, json.dumps(MINE, indent=2))
    expect(config_field(page)).to_have_count(0)  # it closes itself
    expect(turned(page)).to_contain_text("34 of 64")
    expect(red_teeth(page)).to_have_count(0)
    verdict = WORDS("Findings: notes alone", count=3, name=MY_NAME, cure=WORDS["Findings: cure"])
    page.get_by_text(verdict.replace("**", "")).click()
    (of_bfloat16,) = (finding for finding in read_config(MINE).findings() if "bfloat16" in finding.message)
    expect(page.locator(MAIN)).to_contain_text(of_bfloat16.message.splitlines()[0])
    assert "config" not in parse_qs(urlsplit(page.url).query)
    ask_for(page, 65_536)
    expect(red_teeth(page)).to_have_count(30)
    open_view(page, "For your engine")
    expect(code(page)).to_contain_text('"factor": 16.0')
    choose(page, "vLLM")
    expect(code(page)).to_contain_text("--max-model-len 65536")
    choose(page, "llama.cpp")
    expect(code(page)).to_contain_text("--yarn-orig-ctx 4096")
    choose(page, "transformers 4")
    with page.expect_download() as download:
        page.get_by_role("button", name=WORDS["Export: whole"]).click()
    assert download.value.suggested_filename == (
        "config_model-your-config_target_context-65536_model_view-For-your-engine_export-transformers-4.json"
    )
    page.get_by_role("button", name=WORDS["Link: button"]).click()
    page.wait_for_url(re.compile("[?&]config="))
    assert "secret" not in page.url
    colleague = go(new_page(), page.url)
    expect(colleague.locator(MAIN)).to_contain_text(WORDS["Link: done"])
    open_view(colleague, "Angles")
    expect(red_teeth(colleague)).to_have_count(30)


def test_the_session_s_config_outlives_back_forward_and_the_menu_and_names_its_rules(open_room):
    page = open_room("model")
    paste(page, json.dumps(MINE))
    expect(turned(page)).to_contain_text("34 of 64")
    open_view(page, "Rules")
    whose = f"of 64 pairs of {MY_NAME} turned"
    expect(page.locator(MAIN)).to_contain_text(whose)
    page.get_by_test_id("stButtonGroup").get_by_text("Llama 3").click()
    page.wait_for_url(re.compile("rules=Llama"))
    page.go_back()
    expect(turned(page)).to_contain_text("34 of 64")
    assert parse_qs(urlsplit(page.url).query).keys() == {"model"}  # nothing of the rules' settings
    page.go_forward()
    expect(page.locator(MAIN)).to_contain_text(whose)
    page.get_by_role("link", name="Home").first.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(WORDS["Title"])
    page.go_back()
    expect(page.locator(MAIN)).to_contain_text(whose)
    open_view(page, "Angles")
    expect(turned(page)).to_contain_text("34 of 64")


def test_the_length_outlives_the_menu_and_back(open_room):
    page = open_room("model?model=Qwen2.5-7B")
    length = length_field(page)
    length.fill("65536")
    length.press("Enter")
    page.wait_for_url(re.compile("target_context=65536"))
    page.get_by_role("link", name="Home").first.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(WORDS["Title"])
    page.go_back()
    expect(length).to_have_value("65,536")
    page.get_by_role("link", name="Home").first.click()
    page.get_by_role("button", name="Long context").click()
    page.get_by_role("menuitem", name=WORDS["Title"]).click()
    expect(length).to_have_value("65,536")
    page.wait_for_url(re.compile("target_context=65536"))
    length.fill("")
    length.press("Enter")
    expect_address(page, target_context=None)
    expect(length).to_have_value("131,072")  # what the room asks this model for


def test_the_picture_follows_the_hand_on_the_target_and_what_is_typed_moves_the_slider(open_room):
    page = open_room("model?model=Llama-2-7B")
    slider = page.get_by_role("slider", name="target context (tokens)")
    expect(slider).to_have_attribute("data-text", "4096")
    expect(red_teeth(page)).to_have_count(0)
    for tokens in (5120, 6144, 7168, 8192):
        slider.press("ArrowRight")
        page.wait_for_url(re.compile(f"target_context={tokens}"))
        settle(page)
    expect(length_field(page)).to_have_value("8,192")
    expect(red_teeth(page)).to_have_count(18)
    grasp(page, "target_context")(-60)
    expect(red_teeth(page)).to_have_count(0)  # while it is held
    assert "target_context=8192" in page.url
    page.mouse.up()
    page.wait_for_url(lambda url: "target_context=8192" not in url)
    ask_for(page, 100_001)
    expect(slider).to_have_attribute("data-text", "100001")


def test_a_file_fills_the_text_box_and_takes_the_old_config_out_of_the_link(open_room, tmp_path):
    old = pack(read_config(MINE | {"rope_theta": 1e4}))
    page = open_room(f"model?model={YOUR_CONFIG}&config={old}")
    expect(turned(page)).to_contain_text("46 of 64")
    page.get_by_role("button", name=WORDS["Paste: pasted"]).click()
    remember(page)
    data = {"name": "config.json", "mimeType": "application/json", "buffer": json.dumps(MINE).encode()}
    page.locator("input[type=file]").set_input_files(data)
    expect_changed(page)
    expect(turned(page)).to_contain_text("34 of 64")
    expect_address(page, model=YOUR_CONFIG, config=None)
    page.get_by_role("button", name=WORDS["Paste: pasted"]).click()
    expect(config_field(page)).to_have_value(json.dumps(MINE))
    remember(page)
    large = tmp_path / "model.gguf"
    with large.open("wb") as file:
        file.write(HEADER)
        file.truncate(2**25)  # the uploader refuses 32 MB: the browser has to keep the rest
    page.locator("input[type=file]").set_input_files(large)
    expect(config_field(page)).to_have_count(0)
    page.get_by_role("button", name=WORDS["Paste: pasted"]).click()
    expect(config_field(page)).to_have_value(re.compile("qwen2.rope.freq_base"))


def test_on_a_phone_the_answer_to_a_config_comes_into_view(app, new_page):
    """The button that reads it stands a screen further down."""
    page = go(new_page(viewport=PHONE), f"{app}/model?model=your+config")
    paste(page, '{"model_type": "llama", "max_position_embeddings": "lots"}')
    expect(page.get_by_test_id("stAlert")).to_be_in_viewport(ratio=1)
