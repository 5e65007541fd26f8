"""deploy/serve.py twice behind deploy/nginx.conf, restarted one after the other."""

import asyncio
from urllib.request import urlopen

import pytest

from tests.deploy import proxy
from tests.deploy.faults.restarts import roll

pytestmark = pytest.mark.skipif(not proxy.executable(), reason=proxy.NO_NGINX)


def test_a_link_of_100_kb_passes_nginx_and_the_replica(pair, url):
    with urlopen(f"{url}/matrix?note={'a' * 100_000}", timeout=20) as answer:
        assert "<title>Streamlit</title>" in answer.read().decode()


def test_a_rolling_restart_ends_no_session_in_an_error(pair, url):
    lives = asyncio.run(roll(pair, url, count=12, pause=1))
    assert all(life.returns for life in lives)  # every reader was disconnected
    assert [text for life in lives for text in life.exceptions] == []
    assert [text for life in lives for text in life.refusals] == []
