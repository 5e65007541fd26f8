"""Take pictures of the running app: `python -m docs.pictures.make`.

One of each room for docs/pictures/README.md, and one of each step for the handouts of lessons; `rooms` or `lessons`
takes only these.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from core.teach.lesson import lessons
from pages.teach import handout, lesson_way
from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import ROOMS, settle

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 800}
TELLING = {"questions": "questions?card=always-falls&guess=120&revealed=true"}  # the default view waits for a guess
COLOURS = 128  # of a handout's picture, which is printed small
ROOM = "[data-testid=stColumn]:not(:has(> * > .st-key-beside)):has(h1)"
PICTURE = f"{ROOM} :is(.stBidiComponent, .stDataFrame, .stHtml table)"


def opened(browser: Browser, url: str, scheme: str = "light", height: int = SIZE["height"]) -> Page:
    """A complete room."""
    size = SIZE | {"height": height}
    page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page.goto(url)
    settle(page)
    page.evaluate("document.fonts.ready")
    return page


def take(browser: Browser, url: str, name: str, scheme: str) -> None:
    """Take the picture of a room."""
    page = opened(browser, url, scheme)
    page.screenshot(path=HERE / f"{name}.png")
    page.close()


def take_step(browser: Browser, url: str, path: Path) -> None:
    """Take the picture of a step, from the room's title to the end of its first picture."""
    page = opened(browser, url, height=2400)
    room = page.locator(ROOM).first.bounding_box()
    picture = page.locator(PICTURE).first.bounding_box()
    clip = room | {"height": picture["y"] + picture["height"] - room["y"]}
    shown = Image.open(io.BytesIO(page.screenshot(clip=clip)))
    shown.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    page.close()


def take_rooms(browser: Browser, url: str) -> None:
    """Take all rooms in the light theme, and Matrix also in the dark one."""
    for address, name in ROOMS.items():
        take(browser, f"{url}/{TELLING.get(name, address)}", name, "light")
    take(browser, f"{url}/matrix", "matrix-dark", "dark")


def take_lessons(browser: Browser, url: str) -> None:
    """Take every step of every lesson."""
    handout.PICTURES.mkdir(exist_ok=True)
    for lesson in lessons().values():
        for number in range(1, len(lesson.steps) + 1):
            take_step(browser, f"{url}/{lesson_way.link(lesson, number)}", handout.picture(lesson, number))


KINDS = {"rooms": take_rooms, "lessons": take_lessons}


def main() -> None:
    """Take the given kinds of pictures, by default all."""
    expect.set_options(timeout=90_000)
    path = chromium.executable()
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        for kind in sys.argv[1:] or KINDS:
            KINDS[kind](browser, url)
        browser.close()


if __name__ == "__main__":
    main()
