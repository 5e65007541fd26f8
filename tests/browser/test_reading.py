"""The text that grows past the trained length, in Chromium: JavaScript against core, motion, and reports."""

import numpy as np
from playwright.sync_api import expect

from core.long_context.trained.curves import LENGTH
from core.long_context.trained.reading import MOST, READERS, STOPS, example, read
from tests.browser.module import run
from tests.browser.visit import MAIN, expect_address, go, settle

VIEW = "extrapolation?trained_view=Play"
HUNDREDTHS = np.rint(100 * read(example(), "RoPE").losses).astype(int).tolist()


def picture(page):
    return page.locator(f"{MAIN} .reading")


def test_means_never_go_across_the_trained_length(page):
    page.goto("about:blank")
    values = {"hundredths": HUNDREDTHS, "original": LENGTH}
    near = run(page, "reading", "return module.nearMeans(inputs.hundredths, inputs.original);", **values)
    losses = np.array(HUNDREDTHS) / 100
    edge = [(LENGTH - 1, LENGTH - 8), (LENGTH, LENGTH), (LENGTH + 3, LENGTH)]
    for place, first in [(0, 0), (60, 53), *edge, (500, 493)]:
        np.testing.assert_allclose(near[place], losses[first : place + 1].mean())
    body = "return inputs.places.map((place) => module.meanSoFar(inputs.hundredths, inputs.original, place));"
    means = run(page, "reading", body, places=[2, LENGTH + 1, LENGTH + 2, MOST], **values)
    expected = losses[0], losses[:LENGTH].mean(), losses[LENGTH], losses[LENGTH:].mean()
    np.testing.assert_allclose(means, expected)
    assert run(page, "reading", "return module.advancePosition(511, 0.5, 16, 512);") == MOST


def test_what_is_written_is_that_after_the_last_stop(page):
    page.goto("about:blank")
    written = [*read(example(), "ALiBi").written.values()]
    body = "return inputs.places.map((place) => module.writingAt(inputs, place));"
    found = run(page, "reading", body, places=[15, 16, 31, MOST], stops=[*STOPS], written=written)
    assert found[0] is None
    assert [each["text"] for each in found[1:]] == [written[0], written[0], written[-1]]


def test_it_plays_without_a_message_and_rests_where_it_is_paused_stepped_and_scrubbed(open_room):
    page = open_room(VIEW)
    part, scrub = picture(page), picture(page).locator(".scrub")
    expect(part).to_have_attribute("data-playing", "true")
    count = len(page.witness.messages)
    before = int(part.get_attribute("data-position"))
    page.wait_for_function(
        "([part, before]) => +part.dataset.position > before + 3", arg=[part.element_handle(), before]
    )
    assert len(page.witness.messages) == count
    part.get_by_role("button", name="Pause").click()
    expect(part).to_have_attribute("data-playing", "false")
    place = int(part.get_attribute("data-position"))
    expect_address(page, position=place)
    part.locator(".on").click()
    expect_address(page, position=place + 1)
    scrub.fill("300")
    expect_address(page, position=300)
    expect(part.locator(".text span.ahead")).to_have_count(MOST - 300)
    written = part.locator(".reader p").all_inner_texts()
    assert [" ".join(text.split()) for text in written] == [
        " ".join(f"→ {read(example(), name).written[288]}".split()) for name in READERS
    ]
    part.locator(".back").focus()
    page.keyboard.press("Tab")
    assert not part.locator(".back").evaluate("button => button.matches(':focus')")


def test_less_motion_starts_paused_with_the_whole_text_red_past_the_edge(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/{VIEW}")
    settle(page)
    expect(picture(page)).to_have_attribute("data-playing", "false")
    expect(picture(page).locator(".readout output")).to_have_text(str(MOST))
    backgrounds = picture(page).locator(".text span").evaluate_all("all => all.map((one) => one.style.background)")
    assert all("--inside" in text for text in backgrounds[1 : LENGTH + 1])
    assert all("--beyond" in text for text in backgrounds[LENGTH + 1 :])
    assert picture(page).locator(".text span.edge").count() == 1
