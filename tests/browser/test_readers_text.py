"""What strangers write is shown as it is, at every place where it can stand."""

from tests.browser.visit import MAIN, go, go_on, paste, settle, upload
from tests.readers_text import PLACES

LINKS_AND_SYMBOLS = f"""() => {{
  const links = [...document.querySelectorAll("{MAIN} a[href]")];
  const foreign = links.filter((link) => /^(https?:|mailto:).*example/.test(link.getAttribute("href")));
  const symbols = "[role=img][aria-label$=' icon'], img[alt='Streamlit logo'], .stMarkdownColoredText";
  const isOwn = (symbol) => symbol.closest(".stMarkdownColoredText")?.textContent.match(/(Error|Warning)$/);
  const rendered = [...document.querySelectorAll("{MAIN} [data-testid=stMarkdownContainer]")].filter(
    (text) => /example|material/.test(text.textContent)
      && [...text.querySelectorAll(symbols)].some((one) => !isOwn(one)));
  return [...foreign, ...rendered].map((element) => element.outerHTML);
}}"""


def test_it_is_neither_a_link_nor_drawn(app, page):
    go(page, app)
    for name, place in PLACES.items():
        go_on(page, f"{app}/{place.address}")
        if place.file:
            upload(page, *place.file)
        if place.paste:
            paste(page, place.paste)
        settle(page)
        for text in place.texts:
            assert " ".join(text.split()) in page.inner_text(MAIN), f"{name}: {text}"
        assert page.evaluate(LINKS_AND_SYMBOLS) == [], name
