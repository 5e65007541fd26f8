"""The room Matrix in Chromium: JavaScript against core, the crosshair, the kept cell."""

import re
from dataclasses import asdict

import numpy as np
import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import LAYOUTS, cell_formula, columns, sinusoidal
from core.sinusoidal.block_means import block_means
from pages.shared.contents import ROOMS
from tests.browser.module import run
from tests.browser.visit import (
    await_drawing,
    dragging,
    expect_address,
    expect_changed,
    note_sizes,
    remember,
    settle,
    sizes,
)
from tests.patterns import on_screen, page_words

WORDS = page_words("matrix")
READING = r"position (\d+) · dimension (\d+): (?:sin|cos)\(.*\) = (−?[\d.]+)$"


@pytest.mark.parametrize("layout", ROOMS["matrix"].views.every)
def test_the_browser_writes_the_formula_of_a_cell_as_core_does(page, layout):
    d_model, base, scale = 77, 10_000, 3
    cells = [(0, 0), (7, 4), (1_048_575, 76), (524_288, 39), (99, 75)]
    formulas = run(
        page,
        "matrix",
        """const table = { ...inputs, ...module.columns(inputs) };
        return inputs.cells.map((cell) => module.formula(table, ...cell));""",
        **{"d_model": d_model, "base": base, "scale": scale, "layout": asdict(LAYOUTS[layout]), "cells": cells},
    )
    column = columns(d_model, layout=layout)
    assert formulas == [cell_formula(at, d, column, base=base, scale=scale) for at, d in cells]


def test_the_pixels_are_means_of_the_table(page):  # means themselves, in every layout: test_encoding.py
    layout = next(iter(LAYOUTS))
    for length, d_model in [(1, 1), (3, 8), (128, 512), (500, 1025), (1_048_576, 16_384)]:
        shape = {"length": length, "d_model": d_model, "base": 10_000.0, "scale": 1.5}
        picture = run(
            page,
            "matrix",
            """const picture = module.pixels(inputs, inputs.most);
            return { ...picture, pixels: [...picture.pixels] };""",
            **shape,
            layout=asdict(LAYOUTS[layout]),
            most={"rows": 340, "columns": 768},
        )
        means = block_means(**shape, layout=layout, rows=340, columns_=768)
        assert [picture["rows"], picture["columns"]] == list(means.values.shape)
        assert [picture["per_row"], picture["per_column"]] == [means.positions, means.dimensions]
        assert picture["pixels"] == (means.values * 127 + 127.5).astype(np.uint8).ravel().tolist()


def test_a_narrow_screen_shows_means_of_whole_pairs(page):
    values = np.random.default_rng(0).integers(0, 255, (6, 10))
    means = run(
        page,
        "matrix",
        "return [...module.means(inputs.values, 6, 10, 2, 4)];",
        values=values.ravel().tolist(),
    )
    expected = [[values[i : i + 2, j : j + 4].mean() for j in (0, 4, 8)] for i in (0, 2, 4)]
    np.testing.assert_allclose(np.reshape(means, (3, 3)), expected, rtol=1e-6)
    sizes = run(page, "matrix", "return [1, 2, 3, 5].map((n) => module.cellsPerPixel(n * 100, 100));")
    assert sizes == [1, 2, 4, 6]


def test_a_wide_screen_gives_every_cell_the_same_share(page):
    rows, columns, tall, wide = 5, 7, 9, 10
    values = np.random.default_rng(1).integers(0, 255, (rows, columns))
    pixels = run(
        page,
        "matrix",
        """const grid = { values: Uint8Array.from(inputs.values), rows: inputs.rows, columns: inputs.columns };
        const words = new Uint32Array(inputs.wide * inputs.tall);
        module.enlarge(grid, inputs.wide, Uint32Array.from({ length: 255 }, (_, i) => i), words);
        return [...words];""",
        values=values.ravel().tolist(),
        rows=rows,
        columns=columns,
        wide=wide,
        tall=tall,
    )
    parts = np.repeat(np.repeat(values, tall, axis=0), wide, axis=1)  # each pixel covers the same number of them
    covered = parts.reshape(tall, rows, wide, columns).mean(axis=(1, 3))
    np.testing.assert_allclose(np.reshape(pixels, (tall, wide)), covered, rtol=0, atol=0.5 + 1e-4)


def test_a_curve_keeps_the_ends_of_every_pixel(page):
    place = np.sort(np.random.default_rng(2).uniform(0, 40, 700))
    value = np.random.default_rng(3).normal(size=700)
    body = "return module.outline(inputs.place, inputs.value);"
    outline = run(page, "matrix", body, place=place.tolist(), value=value.tolist())
    assert outline == sorted(set(outline))
    assert len(outline) <= 4 * 40
    for pixel in range(40):
        (all_,) = np.nonzero(np.floor(place) == pixel)
        pixel_outline = np.intersect1d(all_, outline)
        assert (pixel_outline[0], pixel_outline[-1]) == (all_[0], all_[-1])
        assert (value[pixel_outline].min(), value[pixel_outline].max()) == (value[all_].min(), value[all_].max())
    assert run(page, "matrix", body, place=[0.5, 1.5, 2.5], value=[1, 1, 1]) == [0, 1, 2]


def output(page):
    return page.locator(".st-key-matrix output").first


def heat_point(page, across, down, size=1):
    """A point of the picture, as fractions of the canvas within the table."""
    box = page.locator("canvas").bounding_box()
    left, right = 64 * size, 180 * size
    return box["x"] + left + across * (box["width"] - left - right), box["y"] + (8 + down * 290) * size


def test_on_a_projector_pointing_shows_the_value_and_a_click_keeps_it_in_the_address(open_room, page):
    note_sizes(page)
    open_room("matrix?layout=interleaved&d_model=64&length=64&projector=true")
    assert 13 * 1.25 in sizes(page)
    page.mouse.move(*heat_point(page, 0.25, 0.5, 1.25))
    expect(output(page)).to_have_text(re.compile(r"position 32 · dimension 16: sin\(32 / 10000\^\(16/64\)\)"))
    page.mouse.click(*heat_point(page, 0.25, 0.5, 1.25))
    page.wait_for_url(re.compile(r"position=32&dimension=16"))
    expect(page.get_by_text(on_screen(WORDS["Reading"], dimension=16))).to_be_visible()


def test_a_drag_reads_every_cell_and_sends_nothing_until_release_and_so_does_a_key_that_is_held(open_room):
    page, pictures = open_room("matrix?layout=interleaved&d_model=64&length=64"), set()
    with dragging(page, *heat_point(page, 0.1, 0.1)):
        for step in range(2, 9):
            page.mouse.move(*heat_point(page, step / 10, step / 10))
            expect(output(page)).to_contain_text(f"position {int(64 * step / 10)} ")
            await_drawing(page)
            read = re.match(READING, output(page).inner_text())
            position, dimension = int(read[1]), int(read[2])
            value = sinusoidal([position], 64)[0, dimension]
            assert float(read[3].replace("−", "-")) == pytest.approx(value, abs=5.1e-5)  # four decimals
            pictures.add(page.locator("canvas").evaluate("canvas => canvas.toDataURL()"))
    assert len(pictures) == 7
    expect_address(page, position=position, dimension=dimension)
    settle(page)
    page.locator("canvas").focus()
    message_count = len(page.witness.messages)
    for _ in range(9):
        page.keyboard.down("ArrowDown")
    expect(output(page)).to_contain_text(f"position {position + 9} ")
    assert len(page.witness.messages) == message_count
    page.keyboard.up("ArrowDown")
    expect_address(page, position=position + 9, dimension=dimension)


def test_a_link_shows_its_cell_and_arrow_keys_move_it_and_another_layout_is_another_picture(open_room):
    page = open_room("matrix?d_model=64&length=64&position=5&dimension=6")
    value = sinusoidal([5], 64, layout="concatenated")[0, 6]
    expect(output(page)).to_have_text(f"position 5 · dimension 6: sin(5 / 10000^(12/64)) = {value:.4f}")
    page.locator("canvas").focus()
    page.keyboard.press("ArrowDown")
    expect_address(page, position=6, dimension=6)
    page.keyboard.press("Shift+ArrowRight")
    expect_address(page, position=6, dimension=16)
    expect(output(page)).to_contain_text("position 6 · dimension 16")
    settle(page)
    remember(page, graphics_only=True)
    page.get_by_role("navigation", name="Views").get_by_role("link", name=WORDS["Tab: interleaved"]).click()
    expect_address(page, layout="interleaved", length=64)
    expect_changed(page)
    expect(output(page)).to_contain_text("position 6 · dimension 16: sin(6 / 10000^(16/64))")
