"""No address makes a room show an exception."""

import pytest

from tests.fuzz import PAGES


@pytest.mark.parametrize("target", PAGES, ids=lambda target: target.name)
def test_the_room_opens_whatever_its_address_says(target):
    target.attempt(8, seed=18)  # `python -m bench fuzz` draws more, and others
