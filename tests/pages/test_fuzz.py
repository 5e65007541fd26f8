"""No address makes a room show an exception."""

import pytest
from hypothesis import Phase, given, settings

from tests.fuzz import PAGES

EXAMPLES = 8  # of each room


@pytest.mark.parametrize("target", PAGES, ids=lambda target: target.name)
def test_the_room_opens_whatever_its_address_says(target):
    plain = settings(max_examples=EXAMPLES, phases=[Phase.generate, Phase.shrink])
    plain(given(target.inputs)(target.take))()
