"""Take a picture of each room of the running app for docs/pictures/README.md: `python -m docs.pictures.make`."""

from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import ROOMS, settle

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 800}
TELLING = {  # where the default view waits for the reader
    "home": "?positions=on",
    "questions": "questions?card=always-falls&guess=120&revealed=true",
}


def take(browser: Browser, url: str, name: str, scheme: str) -> None:
    """Take the picture of a room once it is complete."""
    page = browser.new_page(viewport=SIZE, color_scheme=scheme, reduced_motion="reduce")
    page.goto(url)
    settle(page)
    expect(page.locator(".class-room:empty")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=HERE / f"{name}.png")
    page.close()


def take_rooms(browser: Browser, url: str) -> None:
    """Take all rooms in the light theme, and Matrix also in the dark one."""
    for address, name in ROOMS.items():
        take(browser, f"{url}/{TELLING.get(name, address)}", name, "light")
    take(browser, f"{url}/matrix", "matrix-dark", "dark")


def main() -> None:
    """Take all pictures."""
    expect.set_options(timeout=90_000)
    path = chromium.executable()
    with serving("deploy/serve.py") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        take_rooms(browser, url)
        browser.close()


if __name__ == "__main__":
    main()
