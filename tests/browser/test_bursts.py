"""Rooms, sliders and history moved faster than any hand does: the session lives, the address says what is shown,
and a fresh page with it shows the same.

The pauses between moves are part of what is tested. bench/faults.py has fifty times as many bursts.
"""

import pytest

from tests.browser.bursts import bursts


@pytest.mark.parametrize(("pause", "delay"), [(20, 0), (60, 50), (170, 200)])
def test_no_burst_ends_a_session_or_parts_address_and_sliders(new_page, app, pause, delay):
    outcome = bursts(new_page(), app, count=2, moves=8, pause=pause, delay=delay)
    assert not outcome.ended
    assert outcome.burst_count == 2
    assert outcome.parted == []
    assert outcome.stale == []
    assert outcome.errors == []
