"""Make the README's pictures from the running app: `python -m docs.pictures.make`."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import ROOMS, settle

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 800}


def take(browser: Browser, url: str, name: str, scheme: str) -> None:
    """One picture of one room."""
    page = browser.new_page(viewport=SIZE, color_scheme=scheme, reduced_motion="reduce")
    page.goto(url)
    settle(page)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=HERE / f"{name}.png")
    page.close()


def main() -> None:
    """All rooms in light, and the Matrix in dark."""
    path = chromium.executable()
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        for address, name in ROOMS.items():
            take(browser, f"{url}/{address}", name, "light")
        take(browser, f"{url}/matrix", "matrix-dark", "dark")
        browser.close()


if __name__ == "__main__":
    main()
