"""Sessions beyond the limit are refused with a sentence; other machines get no figures of the server."""

import asyncio
import resource

import pytest
from streamlit.runtime.state import query_params

from deploy import limits
from deploy.limits import FIELDS, FULL, LONGEST, TOO_LONG, Limits, raise_descriptors, sessions_of
from deploy.protocol import ADDRESS_SIZE

STREAM, METRICS = "/clockface/_stcore/stream", "/_stcore/metrics"


async def passed(scope, receive, send):
    """An app that serves whatever reaches it."""
    await receive()
    await send({"type": "passed"})


class Client:
    """Requests to the middleware."""

    def __init__(self, sessions):
        self.limits = Limits(passed, sessions)

    async def ask(self, kind, path, client="127.0.0.1", accept=b"*/*", until=None, **more):
        messages = []

        async def receive():
            if until:
                await until.wait()
            return {}

        async def send(message):
            messages.append(message)

        scope = {
            "type": kind,
            "path": path,
            "client": (client, 1),
            "method": "GET",
            "headers": [(b"accept", accept)],
        } | more
        await self.limits(scope, receive, send)
        return messages

    def get(self, path, **options):
        return asyncio.run(self.ask("http", path, **options))


@pytest.mark.anyio
async def test_a_session_beyond_the_limit_is_refused_and_a_place_becomes_free():
    client, over = Client(2), asyncio.Event()
    first = [asyncio.create_task(client.ask("websocket", STREAM, until=over)) for _ in range(2)]
    await asyncio.sleep(0)
    (refused,) = await client.ask("websocket", STREAM)
    assert (refused["type"], refused["code"], refused["reason"]) == ("websocket.close", 1013, FULL)
    start, body = await client.ask("http", "/matrix", accept=b"text/html,*/*")
    assert (start["status"], body["body"].decode().strip()) == (503, FULL)
    for path in ("/ready", "/_stcore/health"):
        assert await client.ask("http", path) == [{"type": "passed"}]
    over.set()
    await asyncio.gather(*first)
    assert await client.ask("websocket", STREAM) == [{"type": "passed"}]


def test_limits_of_an_address_are_those_of_streamlit():
    assert query_params.CLIENT_STATE_QUERY_STRING_MAX_LENGTH == LONGEST
    assert query_params.CLIENT_STATE_QUERY_STRING_MAX_FIELDS == FIELDS


@pytest.mark.parametrize(
    ("size", "read"), [((LONGEST, FIELDS), True), ((LONGEST + 1, 1), False), ((9, FIELDS + 1), False)]
)
def test_an_address_that_would_be_cut_is_told_so(size, read):
    answer = Client(2).get("/matrix", accept=b"text/html", **{ADDRESS_SIZE: size})
    if read:
        assert answer == [{"type": "passed"}]
    else:
        assert (answer[0]["status"], answer[1]["body"].decode().strip()) == (414, TOO_LONG)


def test_a_reason_fits_into_a_frame():
    assert len(FULL.encode()) <= 123  # bytes, RFC 6455 section 5.5


@pytest.mark.parametrize(
    ("client", "status"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("172.17.0.1", 404),
        ("::ffff:172.17.0.1", 404),
    ],
)
def test_figures_are_told_on_this_machine_only(client, status):
    assert Client(9).get(METRICS, client=client)[0].get("status") == status


def test_an_operator_may_tell_figures_to_all(monkeypatch):
    monkeypatch.setenv(limits.VARIABLE, "on")
    assert Client(9).get(METRICS, client="172.17.0.1") == [{"type": "passed"}]


def test_the_limit_is_raised_as_far_as_the_system_lets():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
        assert raise_descriptors() == hard
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_usual_limit_is_enough_for_a_class():
    assert sessions_of(1024) >= 150
    assert sessions_of(10) == 1
