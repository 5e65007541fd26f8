"""Servers for the tests of live classes."""

import pytest

from tests.deploy.live import redis_process
from tests.deploy.live.browser import Student, Teacher, begun, joined
from tests.deploy.live.server import LiveServer, live_server

NEEDS_REDIS = pytest.mark.skipif(not redis_process.executable(), reason=redis_process.NO_REDIS)


@pytest.fixture(scope="module")
def redis():
    with redis_process.redis_server() as server:
        yield server


@pytest.fixture(scope="module", params=["process", pytest.param("redis", marks=NEEDS_REDIS)])
def url(request):
    """A server with each of the stores."""
    store = request.getfixturevalue("redis").url if request.param == "redis" else ""
    with live_server(store) as server:
        yield server.url


@pytest.fixture
def teacher(url):
    return begun(url)


@pytest.fixture
def student(url, teacher):
    return joined(url, teacher.code)


@pytest.fixture
def look():
    """Open streams that are closed after the test."""
    streams = []

    def open_stream(who: Student | Teacher):
        stream = who.look()
        streams.append(stream)
        assert stream.status == 200, stream.status
        return stream

    yield open_stream
    for stream in streams:
        stream.close()


@pytest.fixture(scope="module")
def replicas(redis):
    """Two replicas with one Redis."""
    servers = [LiveServer(redis.url) for _ in range(2)]
    yield servers
    for server in servers:
        server.end()


@pytest.fixture
def pair(replicas):
    """The replicas, of which a test may end one."""
    for server in replicas:
        server.start()
    return replicas
