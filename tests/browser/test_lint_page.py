"""The page that checks configs finds what the command finds, from a disk, and can send nothing."""

import json
import re

import pytest
from playwright.sync_api import expect

from clockface.command.inputs import HEADER
from clockface.command.output import output
from clockface.command.pyodide import python_files
from model_configs.presets import PRESETS
from pages.folder.lint_page import WORDS, write
from tests.browser import keyboard, pyodide
from tests.browser.axe import load_axe, violations
from tests.browser.visit import PHONE, beyond_the_screen
from tests.clockface.configs import DOUBTFUL, FINE, THREADS, WRONG
from tests.model_configs.forms.gguf_header import gguf

LAUNCHERS = {
    "start.sh": "exec vllm serve Qwen/Qwen3-32B --max-model-len 131072",
    "compose.yaml": "services:\n  a:\n    image: vllm/vllm-openai\n    command: --model Qwen/Qwen3-8B",
}
SEND = """async () => {
  const refused = (act) => act().then(() => false, () => true);
  const source = "fetch('https://example.org').then(() => postMessage(false), () => postMessage(true))";
  const inside = () => new Promise((done) => {
    new Worker(URL.createObjectURL(new Blob([source]))).onmessage = ({ data }) => done(data);
  });
  const outcomes = [await refused(() => fetch("lint.html")), await inside()];
  window.refused = [];
  return outcomes;
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("lint")
    write(out, python_files(str(pyodide.folder())))
    return out


@pytest.fixture
def page(folder, new_page):
    """The page, once it has checked its example."""
    page = new_page()
    page.goto(f"file://{folder}/lint.html")
    page.locator("pre.error").wait_for()
    return page


def printed(page):
    """What the page shows, as the command prints it."""
    findings, status = page.locator(".findings pre"), page.locator("[role=status]")
    return "\n".join([*findings.all_text_contents(), status.text_content(), ""])


def configs():
    """Texts by name of a file: all known models, threads, what is wrong, and what cannot be read."""
    models = {f"model-{n}.json": json.dumps(dict(preset.config)) for n, preset in enumerate(PRESETS.values())}
    threads = {
        f"{n}-{kind}.txt": case[kind] or "" for n, case in enumerate(THREADS) for kind in ("input", "mended")
    }
    return (
        models | threads | LAUNCHERS | {"wrong.json": WRONG, "doubtful.json": DOUBTFUL, "fine": FINE, "none": "{"}
    )


def test_the_page_prints_what_the_command_prints(page, tmp_path, monkeypatch):
    for name, text in configs().items():
        (tmp_path / name).write_text(text)
    with (tmp_path / "large.gguf").open("wb") as file:  # the header, and weights of which nothing is read
        file.write(gguf({"general.architecture": "llama", "llama.context_length": 4096}))
        file.truncate(HEADER + 1000)
    monkeypatch.chdir(tmp_path)
    names = sorted(file.name for file in tmp_path.iterdir())
    page.locator("[type=file]").set_input_files([tmp_path / name for name in names])
    expect(page.locator("[role=status]")).to_contain_text(f"{len(names)} files")
    assert printed(page) == output(["lint", *names])
    page.locator("[name=notes]").check()
    page.locator("[name=target]").fill("262,144")
    expected = output(["lint", "--target=262144", "--notes", *names])
    expect(page.locator("[role=status]")).to_have_text(expected.splitlines()[-1])
    assert printed(page) == expected


def test_the_page_is_accessible_sends_nothing_and_checks_a_text_as_it_is_typed_by_keys_alone(page):
    load_axe(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page, preload=False) == []
    size = page.viewport_size
    page.set_viewport_size(PHONE)
    assert beyond_the_screen(page, "main") == []
    page.set_viewport_size(size)
    assert WORDS["Private"] in page.locator("form").inner_text()
    assert page.evaluate(SEND) == [True, True]
    page.witness.complaints.clear()  # the refusals
    expect(page.locator("pre.error")).to_contain_text("rope_scaling.factor [factor-below-one]")
    assert page.locator("pre.error a").get_attribute("href") in page.locator("pre.error").text_content()
    page.locator("header a").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.insert_text(FINE)  # over the example, which is selected
    expect(page.locator("[role=status]")).to_have_text(re.compile("^pasted: RoPE, base 500,000.*no errors"))
    expect(page.locator(".findings pre")).to_have_count(0)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.insert_text("many")
    expect(page.locator("[role=status]")).to_contain_text("must be a whole number from 2")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("8193")
    expect(page.locator("pre.warning")).to_have_count(1)
    assert all(url.startswith(("file:", "blob:", "data:")) for url in page.witness.requests)


def test_tab_goes_through_the_page(page):
    assert keyboard.faults(page) == []
