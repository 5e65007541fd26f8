"""What the server sends when a slider has moved: scripts and styles are files, which the page has already."""

from base64 import b64decode

import pytest

from tests.browser.visit import expect_changed, remember, settle

KILOBYTES = {"similarity": 25, "waves": 25, "compare": 25, "shift": 40, "biases": 45, "stretch": 80, "matrix": 25}


@pytest.mark.parametrize("room", KILOBYTES)
def test_a_run_after_a_slider_sends_no_script(open_room, page, room):
    received = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on(
        "Network.webSocketFrameReceived", lambda frame: received.append(b64decode(frame["response"]["payloadData"]))
    )
    open_room(f"{room}?target_context=131072" if room == "stretch" else room)
    received.clear()
    remember(page)
    page.locator("[data-testid=stSlider]:visible [role=slider], [data-testid=stSlider]:visible input").first.press(
        "ArrowRight"
    )
    expect_changed(page)
    settle(page)
    sent = sum(map(len, received)) / 1_000
    assert 5 < sent <= KILOBYTES[room], f"{room}: {sent:.1f} kB"
