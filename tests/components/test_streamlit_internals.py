"""The installed Streamlit has what `components.kit.streamlit_internals` relies on; each test names one thing.

Where one fails after an upgrade, the name of the test says what has changed, and the module says who needs it.
"""

import inspect
import re
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
import streamlit as st
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner import script_runner
from streamlit.testing.v1 import AppTest

from components.kit import streamlit_internals as internals
from tests.house import ROOT, files, imported

PRIVATE = re.compile(r"streamlit\.(runtime|proto|net_util|web|watcher|elements|commands|components\.v1)\b")
PRODUCT = ("app.py", "components/", "pages/", "deploy/")


@cache
def browser_code():
    """Streamlit's scripts for the browser."""
    folder = Path(st.__file__).parent / "static" / "static" / "js"
    return "\n".join(path.read_text("utf-8") for path in folder.glob("*.js"))


@cache
def product_code():
    """Our style sheets, scripts and the Python that writes any, without the list itself."""
    paths = [path for folder in ("components", "pages") for path in (ROOT / folder).rglob("*.*")]
    return "\n".join(
        path.read_text("utf-8")
        for path in paths
        if path.suffix in (".css", ".js", ".py")
        and path.parent.name != "plotly"
        and path.name != "streamlit_internals.py"
    )


def in_a_run(script, **address):
    """Run a script as Streamlit does; it finds the address under `st.query_params`."""
    test = AppTest.from_string(dedent(script))
    test.query_params.update(address)
    test.run()
    assert not test.exception
    return test


def test_a_run_knows_whether_it_came_by_the_browsers_history():
    in_a_run(
        """
        from components.kit.streamlit_internals import came_by_history
        from streamlit.runtime.scriptrunner import get_script_run_ctx
        assert get_script_run_ctx().is_history_navigation is False
        get_script_run_ctx().is_history_navigation = True
        assert came_by_history()
        """
    )
    assert internals.came_by_history() is False  # outside a run


def test_the_address_that_the_browser_sent_is_known():
    in_a_run(
        """
        import streamlit as st
        from components.kit.streamlit_internals import requested_address
        from streamlit.runtime.state import get_session_state
        with get_session_state().query_params() as parameters:
            parameters.set_initial_query_params("one=1&two=1&two=2")
        st.query_params["one"] = "5"
        values = requested_address(["one", "two", "none"])
        assert values == {"one": "1", "two": ["1", "2"], "none": None}, values
        """
    )


def test_a_name_leaves_the_address_without_a_message_to_the_browser():
    in_a_run(
        """
        import streamlit as st
        from components.kit.streamlit_internals import remove_from_address
        from streamlit.runtime.scriptrunner import get_script_run_ctx
        run, messages = get_script_run_ctx(), []
        run.enqueue, before = messages.append, run.enqueue
        remove_from_address(["one", "none"])
        run.enqueue = before
        assert dict(st.query_params) == {"two": "2"} and not messages
        """,
        one="1",
        two="2",
    )


def test_navigation_marks_the_page_that_may_run_and_a_copy_is_another_page():
    in_a_run(
        """
        import streamlit as st
        from components.kit.streamlit_internals import runnable_copy
        page = st.Page(lambda: None, title="Room", url_path="room")
        current_page = st.navigation([runnable_copy(page)])
        assert current_page._can_be_called and not page._can_be_called
        assert current_page.title == page.title
        """
    )


def test_a_folder_named_pages_is_an_older_kind_of_app_until_the_first_navigation(tmp_path):
    from streamlit.runtime.pages_manager import PagesManager

    (tmp_path / "pages").mkdir()
    before, PagesManager.uses_pages_directory = PagesManager.uses_pages_directory, None
    try:
        PagesManager(str(tmp_path / "app.py"))
        assert PagesManager.uses_pages_directory is True
        in_a_run("import streamlit as st\nst.navigation([st.Page(lambda: None, title='Room', url_path='room')])")
        assert PagesManager.uses_pages_directory is False
    finally:
        PagesManager.uses_pages_directory = before


def test_the_servers_address_on_the_internet_is_not_asked_for(monkeypatch):
    from streamlit import net_util

    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(net_util, "_make_blocking_http_get", pytest.fail)
    internals.keep_own_address_local()
    assert net_util.get_external_ip() == net_util.get_internal_ip()


def test_the_server_does_not_load_numpy_before_the_app_says_how_many_threads_it_may_use():
    loaded = (
        "import sys, components.kit.streamlit_internals, streamlit.web.server.server; print('numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
    first, *_ = (
        line for line in (ROOT / "app.py").read_text("utf-8").splitlines() if "import" not in line and line
    )
    assert first.startswith('os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")')


def test_html_that_stands_is_sent_as_it_is():
    text = "  <p>one\n  two</p>\n"
    bodies = in_a_run(
        f"""
        import streamlit as st
        from components.kit.files import AsItStands
        st.html(AsItStands({text!r}))
        st.html({text!r})
        """
    ).get("html")
    assert [each.proto.body for each in bodies] == [text, dedent(text).strip()]


def test_a_kept_theme_is_what_streamlit_sends(monkeypatch):
    original = app_session._populate_theme_msg
    monkeypatch.setattr(app_session, "_populate_theme_msg", original)  # undone after the test
    internals.keep_theme()
    assert app_session._populate_theme_msg is not original
    for _ in range(2):  # filled, then kept
        for section in ("theme", "theme.light", "theme.dark", "theme.sidebar"):
            expected, theme = CustomThemeConfig(), CustomThemeConfig()
            original(expected.light, section)
            app_session._populate_theme_msg(theme.light, section)
            assert theme == expected
            assert theme.HasField("light") == expected.HasField("light") == (section != "theme.sidebar")


def test_the_page_has_one_inline_script_and_a_module_two_folders_below_the_root():
    page = internals.page_source()
    assert len(re.findall(r"<script[^>]*>(.+?)</script>", page, re.DOTALL)) == 1
    first = re.search(r'<script type="module"[^>]* src="([^"]+)"', page)
    assert re.fullmatch(r"\./static/js/[^/]+", first[1])


def test_the_page_has_the_modules_that_are_loaded_ahead():
    from components.page import _MODULES

    paths = internals.page_modules(*_MODULES)
    assert len(paths) == len(_MODULES)
    assert all((Path(st.__file__).parent / "static" / path).exists() for path in paths)
    assert internals.page_modules("NoSuchModule") == []


def test_a_folder_is_served_below_component(tmp_path):
    assert re.fullmatch(r"component/[\w.]+\.contract", internals.serve_folder("contract", tmp_path))


def test_runs_underway_are_counted_by_their_threads():
    source = inspect.getsource(script_runner)
    (name,) = re.findall(r'name="(ScriptRunner[^"]*)"', source)
    rest = threading.Event()
    underway = [threading.Thread(target=rest.wait, name=name) for _ in range(2)]
    before = internals.runs_underway()
    for thread in underway:
        thread.start()
    assert internals.runs_underway() == before + 2
    rest.set()
    for thread in underway:
        thread.join()
    assert internals.runs_underway() == before


def test_paths_and_messages_of_a_session():
    from streamlit.web.server.starlette import starlette_routes, starlette_websocket

    assert internals.STREAM_PATH == starlette_websocket._ROUTE_WEBSOCKET_STREAM
    assert internals.HEALTH_PATH == starlette_routes.ROUTE_HEALTH
    request = internals.BackMsg()
    request.rerun_script.page_name = "matrix"
    answer = internals.ForwardMsg()
    assert not answer.HasField("script_finished")
    assert not answer.delta.new_element.HasField("exception")
    assert internals.ForwardMsg.FINISHED_EARLY_FOR_RERUN != internals.ForwardMsg.FINISHED_SUCCESSFULLY


@pytest.mark.parametrize("name", sorted(set(re.findall(r"data-testid\W?=\W*(st[\w-]+)", product_code()))))
def test_the_page_has_each_element_that_a_style_or_script_names(name):
    quoted = rf"[`\"']{name}[`\"']"
    composed = rf"[`\"']{name.partition('-')[0]}-\$\{{"  # stBaseButton-${kind}
    assert re.search(quoted, browser_code()) or re.search(composed, browser_code())


@pytest.mark.parametrize("name", ["st-key-", *sorted(set(re.findall(r"\.(st[A-Z]\w+)", product_code())))])
def test_the_page_has_each_class_that_a_style_or_script_names(name):
    assert re.search(rf"[`\"' ]{name}[`\"' $]", browser_code())


def test_scripts_in_html_are_replaced_by_copies():
    assert re.search(r"createElement\(`script`\);.{0,200}textContent.{0,100}replaceChild\(", browser_code())


def test_a_reader_who_goes_back_or_on_starts_a_run():
    assert re.search(r"addEventListener\(`popstate`", browser_code())


def test_no_other_module_imports_what_is_private():
    listed = {
        f"{path} imports {name}"
        for path in files("*.py")
        if path.startswith(PRODUCT) and path != "components/kit/streamlit_internals.py"
        for name in imported(path, (ROOT / path).read_text("utf-8"))
        if PRIVATE.match(name)
    }
    assert listed == set()


def test_what_the_module_offers_is_used():
    deploy_code = "\n".join(path.read_text("utf-8") for path in (ROOT / "deploy").glob("*.py"))
    words = set(re.findall(r"\w+", product_code() + deploy_code))
    defined = vars(internals)
    members = {name for name, value in defined.items() if getattr(value, "__module__", "") == internals.__name__}
    public = {name for name in {*members, *filter(str.isupper, defined)} if not name.startswith("_")}
    assert {*public, *internals.__all__} - words == {"BEHAVIOURS"}  # for people
