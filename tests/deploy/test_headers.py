"""Headers of the middleware; tests/browser/test_policy.py tests their effect in Chromium."""

import asyncio
import base64
import hashlib
import re

import pytest
from starlette.middleware.errors import ServerErrorMiddleware

from components.kit.files import inline
from deploy import headers
from deploy.headers import SecurityHeaders, frame_ancestors
from tests.house import ROOT

PART = ROOT / "components/controls/copy_link.js"  # all inline scripts are started by one constant script


def answer(path="/", query=b"", status=200, fields=((b"content-type", b"text/html; charset=utf-8"),)):
    """Headers of a response that has passed the middleware."""
    messages = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": list(fields)})

    async def send(message):
        messages.append(message)

    scope = {"type": "http", "path": path, "query_string": query}
    asyncio.run(SecurityHeaders(app, ["https://lms.example.org"])(scope, None, send))
    return {name.decode(): value.decode() for name, value in messages[0]["headers"]}


def directives(policy):
    return {name: sources.split() for name, sources in re.findall(r"([a-z-]+) ([^;]+)", policy)}


def test_a_page_is_bound_by_all_of_them():
    fields = answer()
    assert fields["x-content-type-options"] == "nosniff"
    assert fields["referrer-policy"] == "same-origin"
    assert "camera=()" in fields["permissions-policy"]
    policy = directives(fields["content-security-policy"])
    assert policy["default-src"] == policy["base-uri"] == ["'none'"]
    assert policy["connect-src"] == ["'self'"]
    assert policy["frame-ancestors"] == ["'self'", "https://lms.example.org"]


def test_no_script_runs_but_the_apps_own():
    sources = directives(headers.headers()["Content-Security-Policy"])["script-src"]
    assert {"'self'", "blob:"} < set(sources)
    assert all(re.fullmatch(r"'self'|blob:|'sha256-[A-Za-z0-9+/]{43}='", source) for source in sources)


@pytest.mark.parametrize(
    "content", [{}, {"label": "</script>\"&'", "kept": [1, "]>", "<!--"]}], ids=["nothing", "much"]
)
def test_the_script_of_a_part_is_allowed_whatever_it_is_given(content):
    (script,) = re.findall(r"<script[^>]*>(.+?)</script>", inline(PART, "<div></div>", content), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in headers.inline_scripts()


def test_what_is_no_page_is_told_no_more_than_its_type():
    fields = answer("/static/js/index.js", fields=[(b"content-type", b"application/javascript"), (b"etag", b"1")])
    assert fields == {"content-type": "application/javascript", "etag": "1", "x-content-type-options": "nosniff"}


def test_an_answer_without_a_type_could_be_a_page():
    assert "content-security-policy" in answer(fields=())


def test_headers_of_the_app_that_say_less_are_replaced():
    assert answer(fields=[(b"Referrer-Policy", b"unsafe-url")])["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("path", "query", "status", "immutable"),
    [
        ("/component/plot.script/plotly.min.js", b"7.1.0", 200, True),
        ("/clockface/component/plot.script/plotly.min.js", b"7.1.0", 200, True),
        ("/component/plot.script/plotly.min.js", b"", 200, False),
        ("/component/plot.script/plotly.min.js", b"7.1.0", 404, False),
        ("/component/kit.v_01234567/page/page.js", b"", 200, True),
        ("/clockface/component/kit.v_01234567/page/page.js", b"", 200, True),
        ("/component/kit.v_01234567/page/page.js", b"", 404, False),
        ("/matrix", b"d_model=64", 200, False),
    ],
)
def test_browsers_keep_scripts_whose_address_names_a_version(path, query, status, immutable):
    fields = answer(
        path, query, status, [(b"content-type", b"application/javascript"), (b"cache-control", b"public")]
    )
    assert ("immutable" in fields["cache-control"]) is immutable


def test_the_page_that_stands_for_any_path_is_kept_by_no_browser():
    assert "cache-control" not in answer("/anything/component/x/y", b"z=1")


def test_an_answer_about_a_defect_has_the_headers_too():
    messages = []

    async def broken(scope, receive, send):
        raise RuntimeError("a defect")

    async def send(message):
        messages.append(message)

    app = ServerErrorMiddleware(SecurityHeaders(broken))  # Starlette's, the outermost one
    with pytest.raises(RuntimeError, match="a defect"):  # so that the server's log has it
        asyncio.run(app({"type": "http", "path": "/", "query_string": b"", "headers": []}, None, send))
    start, body = messages
    assert (start["status"], body["body"]) == (500, b"Internal Server Error")
    assert (b"x-content-type-options", b"nosniff") in start["headers"]


def test_what_is_no_answer_passes_untouched():
    calls = []

    async def app(scope, receive, send):
        calls.append((scope, receive, send))

    scope = {"type": "websocket"}
    asyncio.run(SecurityHeaders(app)(scope, "receive", "send"))
    assert calls == [(scope, "receive", "send")]


@pytest.mark.parametrize(
    "sites", ["https://lms.example.org https://*.example.org:8443", "'self'", "  ", "lms.example.org"]
)
def test_sites_come_from_the_environment(monkeypatch, sites):
    monkeypatch.setenv(headers.VARIABLE, sites)
    assert frame_ancestors() == tuple(sites.split())


@pytest.mark.parametrize("site", ["https://a;script-src", "*", "'unsafe-inline'", "a,b", "https://a/b", "data:"])
def test_what_is_no_site_is_refused(monkeypatch, site):
    monkeypatch.setenv(headers.VARIABLE, f"https://lms.example.org {site}")
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 – the whole message follows
        frame_ancestors()
    law = "must be sites such as https://lms.example.org"
    assert str(refusal.value) == f"CLOCKFACE_FRAME_ANCESTORS {law}, got {site!r}"
