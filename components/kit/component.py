"""Components that Streamlit mounts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.kit import run_record
from components.kit.files import module
from components.kit.markup import Markup, read_markup
from components.kit.streamlit_internals import forgive_reports

forgive_reports()


@dataclass(frozen=True)
class Component:
    """A component by its markup."""

    markup: Markup

    def __call__(
        self,
        *,
        data: bytes | Mapping[str, Any],
        key: str,  # of the widget
        alt: str = "",  # description of the picture; empty if the component is not a picture
        follows: Iterable[str] = (),  # keys of sliders that the picture follows in the browser while they move
        **mount_options: Any,  # callbacks and height, as Streamlit takes them
    ) -> Any:
        """Mount the component. With a description it is a picture, recorded for the room's downloads."""
        if alt:
            run_record.picture(run_record.Picture(key, alt, self.markup, data, frozenset(follows)))
        return _renderer(self.markup)(data=data, key=key, **mount_options)


def component(folder: Path, html: str, *, is_isolated: bool = True, library: Path | None = None) -> Component:
    """The component in a folder; arguments as in `read_markup`."""
    return Component(read_markup(folder, html, is_isolated=is_isolated, library=library))


@cache
def _renderer(markup: Markup) -> ComponentRenderer:
    """Register at the first run that mounts the component: folders are served only if declared in a session."""
    return st.components.v2.component(
        markup.name, html=markup.html, css=markup.style, js=module(markup.folder), isolate_styles=markup.is_isolated
    )
