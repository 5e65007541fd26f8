import socket

import pytest

from deploy import serve
from pages.shared import frame
from tests.browser.server import serving


def test_warm_up_opens_every_room(capsys):
    with serving() as url:
        serve.warm_up(int(url.rpartition(":")[2]))
    rooms = sum(map(len, frame.SECTIONS.values()))
    assert capsys.readouterr().out.startswith(f"{rooms} rooms opened once")


def test_warm_up_gives_up_where_nothing_answers():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        with pytest.raises(TimeoutError, match=f"no answer on port {port}"):
            serve.warm_up(port, seconds=0.2)
