"""A reader who drags as fast as the stream takes it."""

import asyncio

from tests.deploy.faults.drag import drag_wildly


def test_the_last_value_wins_and_nothing_follows(replica):
    drag = asyncio.run(drag_wildly(replica.url, 60))
    assert drag.other_texts  # or the first would do as well as the last
    assert drag.runs < 30  # most are passed over
    assert drag.after == 0
