"""A slider dragged as fast as messages can be sent."""

import asyncio

from tests.deploy.faults.drag import drag_wildly


def test_the_last_value_wins_and_nothing_follows(replica):
    drag = asyncio.run(drag_wildly(replica.url, 60))
    assert drag.other_texts  # else the last value could not be told from the first
    assert drag.runs < 30  # most values are skipped
    assert drag.after == 0
