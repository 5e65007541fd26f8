"""Take a picture of each room of the running app, or of the rooms named: `python -m docs.pictures.make waves`."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from pages.shared.contents import SECTIONS
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


def take_rooms(browser: Browser, url: str, names: list[str]) -> None:
    """Take the named rooms, else all, in the light theme, and Matrix also in the dark one."""
    for address, name in ROOMS.items():
        if name in (names or ROOMS.values()):
            take(browser, f"{url}/{TELLING.get(name, address)}", name, "light")
    if "matrix" in (names or ROOMS.values()):
        take(browser, f"{url}/matrix", "matrix-dark", "dark")


def write_list() -> None:
    """List all rooms by section, each with its picture."""
    parts = ["# The rooms", "Taken from the running app by `make pictures`."]
    for section, rooms in SECTIONS.items():
        parts.append(f"## {section or 'Start'}")
        for name, room in rooms.items():
            parts.append(f"![{room.title}]({name}.png)")
            parts += ["![Matrix in the dark theme](matrix-dark.png)"] if name == "matrix" else []
    (HERE / "README.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def main() -> None:
    """Take the pictures, and list them."""
    write_list()
    expect.set_options(timeout=90_000)
    path = chromium.executable()
    with serving("deploy/serve.py") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        take_rooms(browser, url, sys.argv[1:])
        browser.close()


if __name__ == "__main__":
    main()
