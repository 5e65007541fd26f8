"""Components that Streamlit mounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.kit import noted
from components.kit.markup import Markup, read_markup
from components.kit.streamlit_internals import forgive_reports

forgive_reports()


@dataclass(frozen=True)
class Part:
    """A component that is registered with Streamlit under its name."""

    markup: Markup
    renderer: ComponentRenderer  # Streamlit's

    def __call__(
        self,
        *,
        data: bytes | Mapping[str, Any],  # for the script
        key: str,
        alt: str = "",  # description of the picture; empty if the component is not a picture
        follows: Iterable[str] = (),  # keys of sliders that the picture follows in the browser while they move
        **mounting: Any,  # callbacks and height, as Streamlit takes them
    ) -> Any:
        """Mount the component. With a description it is a picture, and noted for the room's downloads."""
        if alt:
            noted.picture(noted.Picture(key, alt, self.markup, data, frozenset(follows)))
        return self.renderer(data=data, key=key, **mounting)


def part(folder: Path, html: str, *, isolated: bool = True, library: Path | None = None) -> Part:
    """Register the component in a folder; arguments as in `read_markup`."""
    markup = read_markup(folder, html, isolated=isolated, library=library)
    renderer = st.components.v2.component(
        markup.name, html=html, css=markup.style, js=markup.script, isolate_styles=isolated
    )
    return Part(markup, renderer)
