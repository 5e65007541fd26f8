"""QR codes of addresses: the modules of the standard's code, wide enough to be read from afar, or none."""

import asyncio
import re

import numpy as np
import pytest
import segno
from starlette.requests import Request

from deploy.class_pages import qr_code, routes

STEP = "waves?dims=3;base=500;title=Look+here;note=Watch+the+slowest+wave;ask=Which?;choice=a;choice=b;right=2"
LINK = "http://192.168.1.20:8501/waves?dims=3&base=500&at=1" + 3 * f"&go={STEP}"


def answer(address):
    (route,) = (route for route in routes() if route.path.endswith("qr.svg"))
    scope = {"type": "http", "method": "GET", "headers": [], "query_string": b"of=" + quoted(address)}
    return asyncio.run(route.endpoint(Request(scope)))


def quoted(text):
    return "".join(f"%{byte:02X}" for byte in text.encode()).encode()


def modules(svg):
    """The dark modules that the lines of the drawing cover, and the side of the drawing."""
    side = int(re.search(r'width="(\d+)"', svg)[1])
    dark, x, y = np.zeros((side, side), bool), 0, -0.5
    for command, coordinates in re.findall(r"([Mmh])([^Mmhz]*)", re.search(r'stroke="#000" d="([^"]+)"', svg)[1]):
        numbers = [float(each) for each in re.findall(r"-?\d*\.?\d+", coordinates)]
        if command == "h":
            dark[int(y), int(x) : int(x + numbers[0])] = True
            x += numbers[0]
        else:
            x, y = numbers if command == "M" else (x + numbers[0], y + numbers[1])
    return dark, side


@pytest.mark.parametrize("address", [LINK, "https://example.org/a/c/7KQ2MX", "http://h/?at=1&go=home"])
def test_a_code_has_the_modules_of_its_text_and_the_quiet_zone_of_the_standard(address):
    got = answer(address)
    assert (got.status_code, got.media_type) == (200, "image/svg+xml")
    dark, side = modules(got.body.decode())
    code = segno.make(address, micro=False)
    assert code.version <= 20
    assert side == 17 + 4 * code.version + 2 * 4
    np.testing.assert_array_equal(dark, np.array(list(code.matrix_iter(border=4)), bool))
    assert 'fill="#fff"' in got.body.decode()  # dark on white, in a dark room too


def test_a_link_that_needs_finer_modules_has_no_code():
    longest = 858  # bytes in a code of version 20 at its lowest level, ISO/IEC 18004, table 7
    text = LINK.ljust(longest, "x")
    assert qr_code(text) is not None
    assert qr_code(text + "x") is None
    assert qr_code(text * 50) is None
    assert answer(text + "x").status_code == 413


@pytest.mark.parametrize(
    "address",
    [
        "",
        "javascript:alert(1)",
        "http://h/waves",
        "http://h/waves?note=<b>",
        "http://h/a b?go=home",
        "http://h/c/lower1",
        "ftp://h/?go=home",
        "http://user:word@h/?go=home",
    ],
)
def test_nothing_but_addresses_of_this_app_are_drawn(address):
    assert answer(address).status_code == 400


@pytest.mark.parametrize(
    ("typed", "code"),
    [("7kq-2mx", "7KQ2MX"), ("QQQQ", "QQQQ"), ("a?b=<c>" + "9" * 90, "a%3Fb%3D%3Cc%3E" + "9" * 33)],
)
def test_the_short_address_leads_into_the_room_whatever_is_typed(typed, code):
    (route,) = (route for route in routes("/base") if route.path.startswith("/base/c/"))
    scope = {"type": "http", "method": "GET", "headers": [], "path_params": {"code": typed}}
    answer = asyncio.run(route.endpoint(Request(scope)))
    assert (answer.status_code, answer.headers["location"]) == (303, f"/base/class?code={code}")
