"""All of Streamlit 1.67 that the app relies on and Streamlit's documentation does not promise.

Each entry says what it is needed for. No other product module imports from Streamlit's private modules, and no
style sheet or script names an element of Streamlit's page that is not listed here. When an upgrade of Streamlit
changes one of these, `tests/components/test_streamlit_internals.py` fails and names it.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, cast

import streamlit as st
from streamlit import net_util
from streamlit.components.v1 import declare_component
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from streamlit.navigation.page import StreamlitPage

__all__ = [
    "BEHAVIOURS",
    "CLASSES",
    "HEALTH_PATH",
    "STREAM_PATH",
    "STREAM_PROTOCOL",
    "TEST_IDS",
    "BackMsg",
    "ForwardMsg",
    "came_by_history",
    "keep_own_address_local",
    "page_source",
    "remove_from_address",
    "requested_address",
    "run_inside_navigation",
    "runnable_copy",
    "serve_folder",
    "start_server",
]


# ---- The address. `st.query_params` shows the address after the callbacks of a run, and each change of it is one
# step in the browser's history.


def came_by_history() -> bool:
    """Whether the browser's back or forward button started this run, or a link of `components.links.doors`.

    The address is then followed as it stands. Streamlit has no public sign of it.
    """
    run = get_script_run_ctx()
    return bool(run and run.is_history_navigation)


def requested_address(names: Iterable[str]) -> dict[str, str | list[str] | None]:
    """What the address that the browser sent with this run has under some names, before the run's callbacks.

    Parameters
    ----------
    names : iterable of str

    Returns
    -------
    values : dict
        By name; a list where the name stands more than once, None where it is missing.
    """
    with get_session_state().query_params() as parameters:
        return {name: parameters.get_initial_value(name) for name in names}


def remove_from_address(names: Iterable[str]) -> None:
    """Take names out of the address without telling the browser; the next `st.query_params.update` tells it.

    Deleting from `st.query_params` tells the browser at once: a step in its history for each name.
    """
    with get_session_state().query_params() as parameters:
        for name in names:
            parameters.discard_param_no_forward_msg(name)


# ---- Pages.


def runnable_copy(page: StreamlitPage) -> StreamlitPage:
    """A copy of a page for `st.navigation`.

    Making a page looks for its file, so pages are made once for all sessions. `st.navigation` marks the page that
    it returns as the one that may run, once; sessions must not share the mark.
    """
    return copy.copy(page)


def run_inside_navigation(pages: Mapping[str, Sequence[StreamlitPage]]) -> NoReturn:
    """Start the run again, with `app.py` around the room.

    Until the first call of `st.navigation` in a process, Streamlit takes a folder named "pages" for its older kind
    of multipage app and runs a room's file alone. The call ends that for the whole process.
    """
    st.navigation(cast("dict[str, list[StreamlitPage]]", pages), position="hidden")
    st.rerun()


# ---- The server.


def keep_own_address_local() -> None:
    """Let the address in the local network stand for the server's address on the internet.

    Where a request comes from another origin, Streamlit compares this with the server's own addresses. To learn the
    one on the internet it asks a server elsewhere, and all readers wait meanwhile.
    """
    net_util._external_ip = net_util.get_internal_ip()


def page_source() -> str:
    """Streamlit's index.html; the content security policy needs the hash of its inline script."""
    return (Path(st.__file__).parent / "static" / "index.html").read_text("utf-8")


def serve_folder(name: str, folder: Path) -> str:
    """Have the server serve a folder of a Python package.

    Streamlit serves the folders of components of its first version, but only of those that are declared while a
    session runs.

    Parameters
    ----------
    name : str
    folder : Path

    Returns
    -------
    path : str
        Of the folder, from the root of the app.
    """
    return f"component/{declare_component(name, path=folder).name}"


def start_server(script: Path, arguments: Sequence[str]) -> None:
    """Run Streamlit's command line in this process, so that what was set up here holds for the server.

    Parameters
    ----------
    script : Path
        Holds the app.
    arguments : sequence of str
        Of `streamlit run`.
    """
    from streamlit.web import cli  # noqa: PLC0415 – the rooms do not need it

    sys.argv = ["streamlit", "run", str(script), *arguments]
    cli.main()


HEALTH_PATH = "_stcore/health"
"""Answers 200 as soon as the server listens; `deploy/serve.py` waits for it before it opens every room."""

STREAM_PATH, STREAM_PROTOCOL = "_stcore/stream", "streamlit"
"""The websocket of a session. `deploy/serve.py` opens every room over it, with these fields: of `BackMsg`
`rerun_script.page_name`; of `ForwardMsg` `script_finished` and `delta.new_element.exception`."""


# ---- Elements of the page, named by style sheets and scripts.

TEST_IDS: Mapping[str, str] = {
    "stApp": "colours of the page, for pictures that are saved",
    "stMain": "scrolls; a door opens its room at the top",
    "stMainBlockContainer": "a room's content: its width and margins, its controls in a lesson link",
    "stSidebar": "its controls in a lesson link; hidden for a projector",
    "stHeader": "hidden for a projector",
    "stExpandSidebarButton": "hidden for a projector",
    "stColumn": "the column of a lesson's step, which stays in sight while the room scrolls",
    "stVerticalBlock": "what scrolls in this column",
    "stElementContainer": "an element with its key; a lesson's step hides all controls that it does not keep",
    "stTabs": "tabs are a control that a lesson's step keeps or hides",
    "stButton": "has no key of its own: hidden in a lesson's step",
    "stDownloadButton": "has no key of its own: hidden in a lesson's step",
    "stPopover": "has no key of its own: hidden in a lesson's step",
    "stWidgetLabel": "names a control in the form for lesson links",
    "stMarkdownContainer": "text: lines no longer than can be read; formulas without a scrollbar",
    "stCaptionContainer": "contrast of captions",
    "stExpander": "contrast of its summary",
    "stMultiSelectTagsContainer": "contrast of chosen tags",
    "stBaseButton-primary": "contrast of primary buttons",
    "stImage": "a picture on a page that is saved or printed",
    "stImageContainer": "holds a picture's caption",
    "stHeaderActionElements": "the link beside a heading, which a saved page does not have",
}
"""`data-testid` of elements of Streamlit's page, and what they are needed for."""

CLASSES: Mapping[str, str] = {
    "st-key-": "begins the class of an element that has a key: pictures, controls and containers are found by it",
    "stApp": "makes a rule more specific than Streamlit's own",
    "stBidiComponent": "a mounted component, which a lesson's step never hides",
}
"""Classes of such elements, and what they are needed for."""

BEHAVIOURS: Mapping[str, str] = {
    "st.html replaces each script by a copy in its place": (
        "components.kit.inline: the copy runs at once, finds its element as document.currentScript, and the "
        "content security policy allows it by its hash"
    ),
    "st.html drops a script whose text seems to hold a tag": (
        "components.kit.inline writes < and > of data as escapes, components.links.save_page that of its doctype"
    ),
    "a popstate event starts a run with the address as it stands": (
        "components.links.doors: rooms open without loading the app anew, with only what the address asks for"
    ),
    "a browser that has a connection again asks for a run where a fragment runs by itself": (
        "pages.shared.frame.outlive_connection: a picture lost with the connection is drawn"
    ),
    "the page's first module script lies two folders below the app's root": (
        "components.pictures.plot finds Plotly's script below whatever path the app is served"
    ),
}
"""What Streamlit's page does, and what relies on it; the tests in tests/browser see it at work."""
