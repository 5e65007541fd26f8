"""What a reader takes away from a room: files, the link, code and citation, all from what the run has shown."""

from dataclasses import asdict
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from components.controls import copy_link, into_view
from components.controls.take_picture import take_picture
from components.kit.run_record import RunRecord
from components.kit.stand_alone import stand_alone
from components.kit.streamlit_internals import keep_downloads
from pages.shared import chart, lesson_link, settings, view_row
from pages.shared.contents import ROOMS, here, stem
from pages.shared.room_link import room_link
from pages.shared.words import Words, read
from pages.take_away.code import Code, citation, sources
from pages.take_away.files import address, as_csv, as_npy, file_name, settings_text, style, table_html
from pages.take_away.takeaways import Takeaway, takeaways

KEY = "take_away"
"""Of the buttons."""
_SHOWN = "take_away_shown"
WORDS = Path(__file__).with_suffix(".md")

keep_downloads(seconds=120, most=64_000_000)


def draw(words: Words, record: RunRecord) -> None:
    """The row: the link, and buttons for picture, data and code; nothing is made before it is chosen."""
    labels, offers = read(WORDS), takeaways(record)
    with st.container(key="links", horizontal=True, vertical_alignment="center", gap="small"):
        if lesson_link.current().controls is None:
            copy_link(labels["Link"], labels["Copied"], field=labels["Field"])
        kind = st.pills(labels["Title"], list(KINDS), key=KEY, label_visibility="collapsed") if offers else None
    if kind:
        with st.container(key=_SHOWN):
            into_view(_SHOWN, kind)
            KINDS[kind](_current(offers), words)


def _picture(takeaway: Takeaway, words: Words) -> None:
    labels, name = read(WORDS), file_name(takeaway.key, here())
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        take_picture(
            takeaway.key,
            title=words["Title"],
            heading=_heading(words),
            settings=settings_text(here()),
            alt=takeaway.picture.alt if takeaway.picture else "",
            name=name,
            words={name: labels[name.capitalize()] for name in ("missing", "failed")},
            key=f"{KEY}_picture",
        )
        if takeaway.picture:
            page = partial(
                stand_alone,
                takeaway.picture,
                title=words["Title"],
                heading=read(chart.WORDS)["Table"],
                link=address(),
                look=style(),
                citation=citation(takeaway.code.records),
            )
            html = f"{name}.html"
            _download("HTML", html, "text/html", lambda: page(table=table_html(takeaway.frame())).encode())


def _heading(words: Words) -> str:
    """The room and its view."""
    view = view_row.view_name()
    names = (words["Title"], view_row.label(stem(), view) if view else "")
    return ": ".join(dict.fromkeys(filter(None, names)))


def _data(takeaway: Takeaway, _: Words) -> None:
    name = file_name(takeaway.key, here())
    with st.container(horizontal=True, gap="xsmall"):
        _download("CSV", f"{name}.csv", "text/csv", lambda: as_csv(takeaway.frame()))
        _download("NPY", f"{name}.npy", "application/octet-stream", lambda: as_npy(takeaway.frame()))
    chart.grid(takeaway.frame())


def _code(takeaway: Takeaway, words: Words) -> None:
    title, link, code, labels = words["Title"], address(), takeaway.code, read(WORDS)
    if isinstance(code, Code):
        programs = _programs(code, title, link)
    else:
        programs = {}
        room_link(code.address, labels("Elsewhere", room=ROOMS[code.address.room].title), key=f"{KEY}_room")
    for file in code.reads if isinstance(code, Code) else ():
        _download(file.name, file.name, "application/octet-stream", file.read_bytes, labels["File"])
    *tabs, last = st.tabs([*programs, "BibTeX"], key=f"{KEY}_code")
    for tab, program in zip(tabs, programs.values(), strict=True):
        tab.code(program, language="python", height=420)
    last.code(citation(code.records), language=None, wrap_lines=True)


def _frame(_: Takeaway, words: Words) -> None:
    """Lines that put the picture into a page or on a slide."""
    labels, there = read(WORDS), address()
    href = escape(f"{there}{'&' if '?' in there else '?'}embed=true")
    facts = {"href": href, "title": escape(words["Title"])}
    for kind in ("Page", "Slide"):
        st.markdown(labels[f"Frame: {kind}"])
        st.code(labels(f"Frame: {kind}: line", **facts), language="html", wrap_lines=True)


KINDS = {"Picture": _picture, "Data": _data, "Code": _code, "Frame": _frame}


def _programs(code: Code, title: str, link: str) -> dict[str, str]:
    """The script, and where there is any, the PyTorch code of what takes part."""
    notes = [*sources(code.records), *([read(WORDS)("Made by", link=link)] if link else [])]
    values = asdict(settings.read())
    torch = code.torch()
    return {"NumPy": code.program(values, title=title, notes=notes)} | ({"PyTorch": torch} if torch else {})


def _current(offers: list[Takeaway]) -> Takeaway:
    if len(offers) < 2:
        return offers[0]
    labels = {takeaway.label: takeaway for takeaway in offers}
    label = st.selectbox(read(WORDS)["Picture"], list(labels), key=f"{KEY}_of", width=240)
    return labels.get(label or "", offers[0])


def _download(label: str, name: str, mime: str, make: Any, help: str | None = None) -> None:
    st.download_button(
        label, make, name, mime, key=f"{KEY}_{label}", on_click="ignore", help=help or read(WORDS)[label]
    )
