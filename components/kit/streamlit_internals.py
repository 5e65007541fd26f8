"""All of Streamlit 1.67 that the app relies on and Streamlit's documentation does not promise.

Each entry says what it is needed for. No other product module imports from Streamlit's private modules. When an
upgrade of Streamlit changes one of these, or an element that a style sheet or script names,
`tests/components/test_streamlit_internals.py` fails and names it.
"""

import copy
import json
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn, cast

import streamlit as st
from streamlit import net_util
from streamlit.components.v1 import declare_component
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.widgets import file_uploader
from streamlit.navigation.page import StreamlitPage
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import app_session, media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state, session_state
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

__all__ = ["BackMsg", "ForwardMsg"]  # what is not defined here


# ---- The address. `st.query_params` shows the address after the callbacks of a run, and each change of it is one
# step in the browser's history.


def came_by_history() -> bool:
    """Whether the browser's back or forward button started this run, or one of `controls.room_links`.

    The address is then followed as it stands. Streamlit has no public sign of it.
    """
    run = get_script_run_ctx()
    return bool(run and run.is_history_navigation)


def requested_address(names: Iterable[str]) -> dict[str, str | list[str] | None]:
    """Values of some names in the query string that the browser sent with this run, before the run's callbacks.

    A list where a name is repeated, None where it is missing.
    """
    with get_session_state().query_params() as parameters:
        return {name: parameters.get_initial_value(name) for name in names}


def remove_from_address(names: Iterable[str]) -> None:
    """Remove names from the query string without telling the browser; the next `st.query_params.update` does.

    Deleting from `st.query_params` tells the browser at once: a step in its history for each name.
    """
    with get_session_state().query_params() as parameters:
        for name in names:
            parameters.discard_param_no_forward_msg(name)


def add_to_address(values: Mapping[str, str]) -> None:
    """Add values to the query string that this run reads, without telling the browser; the next update does."""
    with get_session_state().query_params() as parameters:
        for name, value in values.items():
            parameters.set_with_no_forward_msg(name, value)


# ---- Pages.


def runnable_copy(page: StreamlitPage) -> StreamlitPage:
    """A copy of a page for `st.navigation`.

    Making a page looks for its file, so pages are made once for all sessions. `st.navigation` marks the page that
    it returns as the one that may run, once; sessions must not share the mark.
    """
    return copy.copy(page)


def run_inside_navigation(pages: Mapping[str, Sequence[StreamlitPage]]) -> NoReturn:
    """Restart the run with `app.py` around the room.

    Until the first call of `st.navigation` in a process, Streamlit treats a folder named "pages" as its older kind
    of multipage app and runs a room's file alone. The call ends that for the whole process.
    """
    st.navigation(cast("dict[str, list[StreamlitPage]]", pages), position="hidden")
    st.rerun()


@cache
def scan_once() -> None:
    """Look for components in the installed packages only once: each run of an AppTest does so, in 75 ms."""
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


_STATIC = Path(st.__file__).parent / "static"

# ---- The server.


def keep_own_address_local() -> None:
    """Use the address in the local network as the server's address on the internet.

    Streamlit compares a request's origin with the server's own addresses. To learn the one on the internet it asks
    another server, and all readers wait meanwhile.
    """
    net_util._external_ip = net_util.get_internal_ip()


def keep_theme() -> None:
    """Build the theme's part of the message that begins each run only once.

    Streamlit reads its 300 options of the theme anew for every run, although no run can change them: 0.7 of 12 ms.
    """
    fill = app_session._populate_theme_msg

    @cache
    def section_theme(section: str) -> CustomThemeConfig:
        theme = CustomThemeConfig()
        fill(theme, section)
        return theme

    def copy_theme(theme: CustomThemeConfig, section: str = "theme") -> None:
        if section_theme(section).ListFields():  # merging even an empty message would mark the section as set
            theme.MergeFrom(section_theme(section))

    app_session._populate_theme_msg = copy_theme  # type: ignore[assignment]


def forgive_reports() -> None:
    """Ignore a component's report that is invalid or too deeply nested JSON.

    Streamlit parses reports when they are first read, in the middle of a run, which would show an exception.
    """
    module = vars(session_state)
    read = module["unpack_widget_state_value"]

    def read_or_none(state: WidgetState) -> Any:
        try:
            if state.WhichOneof("value") == "json_trigger_value":
                json.loads(state.json_trigger_value)  # as Streamlit does later
            return read(state)
        except (ValueError, RecursionError):
            return None

    module["unpack_widget_state_value"] = read_or_none


TOO_MUCH = "application/x-too-much"
"""Type of a file in whose place nothing is kept, since the sum of all uploads would exceed a limit."""


def bound_uploads(
    *,
    session: int,  # bytes of all files of a session; a file beyond is kept without content, as `TOO_MUCH`
    server: int,  # bytes of all sessions, likewise
    files: int,  # of a session; beyond, the oldest goes
) -> None:
    """Limit what uploads may hold together, take files of any name, and hold each once.

    Streamlit limits each file alone and keeps all files of a session until two minutes after its end. It copies
    them in each run, so that a room that keeps what it was given holds all files twice. With a file whose name
    holds a zero byte or has another ending than was asked for, it ends every further run of the session; names are
    checked where files are read.
    """
    add, one = MemoryUploadedFileManager.add_file, threading.Lock()

    def add_within_bounds(self: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
        with one:
            session_files = dict(self.file_storage.get(session_id, {}))
            session_files.pop(file.file_id, None)
            for oldest in list(session_files)[: max(0, len(session_files) + 1 - files)]:
                del session_files[oldest]
                self.remove_file(session_id, oldest)
            of_session = sum(len(each.data) for each in session_files.values()) + len(file.data)
            of_server = self._total_bytes + len(file.data)
            if of_session > session or of_server > server:
                file = file._replace(data=b"", type=TOO_MUCH)
            add(self, session_id, file)

    MemoryUploadedFileManager.add_file = add_within_bounds  # type: ignore[method-assign]
    UploadedFile.__deepcopy__ = lambda self, _: self  # type: ignore[attr-defined]
    vars(file_uploader)["enforce_filename_restriction"] = lambda *_: None


def keep_downloads(
    *,
    seconds: float,  # for which a file is kept at least, and what makes one while its session runs
    most: int,  # bytes of all such files; beyond, the oldest go first
) -> None:
    """Keep files that are made on demand longer than other readers' runs.

    Streamlit drops such a file at the end of the second run of any session after it was made, and the function that
    makes it while its own session runs, both before a browser on a slow line has fetched them.
    """
    manager = MediaFileManager
    times: dict[str, float] = {}  # files in the order in which they were made → when, seconds
    run_starts: dict[str, float] = {}  # sessions → when their last run began
    execute, clear = manager.execute_deferred, manager.clear_session_refs
    inactive, drop = manager._get_inactive_file_ids, manager._drop_deferred_id

    def execute_and_time(self: MediaFileManager, file_id: str) -> str:
        url = execute(self, file_id)
        media_id = PurePosixPath(url).stem
        times.pop(media_id, None)
        times[media_id] = time.monotonic()
        return url

    def clear_at_start(self: MediaFileManager, session_id: str | None = None) -> None:
        run_starts[session_id or media_file_manager._get_session_id()] = time.monotonic()
        clear(self, session_id)

    def expired_files(self: MediaFileManager) -> set[str]:
        now, size = time.monotonic(), 0
        for media_id in reversed(list(times)):
            file = self.read_file(media_id)
            size += file.content_size if file else 0
            if file is None or now - times[media_id] > seconds or size > most:
                times.pop(media_id, None)
        return inactive(self) - times.keys()

    def drop_orphans(self: MediaFileManager) -> None:
        now, sessions = time.monotonic(), self._files_by_session_and_coord
        for session_id in [name for name, start in run_starts.items() if now - start > seconds]:
            del run_starts[session_id]
        active = {media_id for files in sessions.values() for media_id in files.values()}
        for media_id, entry in list(self._deferred_callables.items()):
            is_running = entry["session_id"] in run_starts and entry["session_id"] not in sessions
            if media_id not in active and not is_running:
                drop(self, media_id)

    manager.execute_deferred = execute_and_time  # type: ignore[method-assign]
    manager.clear_session_refs = clear_at_start  # type: ignore[method-assign]
    manager._get_inactive_file_ids = expired_files  # type: ignore[method-assign]
    manager._remove_orphaned_deferred_callables = drop_orphans  # type: ignore[method-assign]


def page_source() -> str:
    """Streamlit's index.html; the content security policy needs the hash of its inline script."""
    return (_STATIC / "index.html").read_text("utf-8")


def font_file() -> Path:
    """The page's font, upright, which pictures outside of the app have as well."""
    (font,) = (_STATIC / "static" / "media").glob("SourceSansVF-Upright.*.woff2")
    return font


def page_modules(
    # without the hash, which differs between versions of Streamlit; a name that it does not have is left out
    *names: str,
) -> list[str]:  # from the root of the app
    """Paths of modules that Streamlit's page loads when an element needs them, to load them ahead."""
    paths = [path for name in names for path in sorted((_STATIC / "static" / "js").glob(f"{name}.*.js"))]
    return [path.relative_to(_STATIC).as_posix() for path in paths]


def runs_underway() -> int:
    """How many sessions of this process run a script now; each does so in a thread of its own."""
    return sum(thread.name == "ScriptRunner.scriptThread" for thread in threading.enumerate())


def serve_folder(name: str, folder: Path) -> str:
    """Have the server serve a folder of a Python package.

    Streamlit serves the folders of components of its first version, but only of those that are declared while a
    session runs.
    """
    return f"component/{declare_component(name, path=folder).name}"


def start_server(script: Path, arguments: Sequence[str]) -> None:  # script: holds the app
    """Run Streamlit's command line in this process, so that what was set up here holds for the server."""
    from streamlit.web import cli  # noqa: PLC0415 – the rooms do not need it

    sys.argv = ["streamlit", "run", str(script), *arguments]
    cli.main()


HEALTH_PATH = "_stcore/health"
"""Answers 200 as soon as the server listens; `deploy/serve.py` waits for it before it opens every room."""

METRICS_PATH = "_stcore/metrics"
"""Figures of the server: sessions, memory of caches."""

STREAM_PATH, STREAM_PROTOCOL = "_stcore/stream", "streamlit"
"""The websocket of a session. `deploy/serve.py` opens every room over it, with these fields: of `BackMsg`
`rerun_script.page_name`; of `ForwardMsg` `script_finished` and `delta.new_element.exception`."""


# ---- The page; the elements and classes of Streamlit's that styles and scripts name are found there by the tests.

BEHAVIOURS: Mapping[str, str] = {
    "st.html replaces each script by a copy in its place": (
        "components.kit.files: the copy runs at once, finds its element as document.currentScript, and the "
        "content security policy allows it by its hash"
    ),
    "st.html drops a script whose text seems to hold a tag": (
        "components.kit.files writes < and > of data as escapes, components.controls.save_page that of its doctype"
    ),
    "a popstate event starts a run with the address as it stands": (
        "components.controls.room_links: rooms open without loading the app anew, with only what links ask for"
    ),
    "the page writes the address of each room that answers, also of one that the reader has left since": (
        "components/page/forward.js: an answer that comes after the reader went back does not cut what lies ahead"
    ),
    "the page's element has data-test-script-state and data-test-connection-state": (
        "components/classroom/class_student: a run that was asked for while the line was down is asked for again"
    ),
    "a browser that has a connection again asks for a run where a fragment runs by itself": (
        "pages.shared.frame.outlive_connection: a picture lost with the connection is drawn"
    ),
    "the page's first module script lies two folders below the app's root": (
        "components.kit.files and components/kit/scripts.js find scripts below whatever path the app is served"
    ),
    "the page's modules are imported once, under the addresses of their files": (
        "components.page.fetch_ahead: a room that needs one finds it loaded"
    ),
}
"""What Streamlit's page does, and what relies on it; the tests in tests/browser see it at work."""
