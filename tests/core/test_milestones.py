"""When ideas came: every record is there, every entry has a text and a source one can open."""

import re

import numpy as np
import pytest

from core.beyond_text.contents import METHODS
from core.beyond_text.video_rope import vjepa2_turn
from core.milestones import KINDS, milestones, shown
from core.scaling import RULES
from core.schemes import SCHEMES


def test_every_scheme_rule_and_method_is_there_and_what_came_later():
    found = milestones()
    assert {*SCHEMES, *RULES, *METHODS} - {"Unscaled"} <= set(found)
    years = [each.year for each in found.values()]
    assert years == sorted(years)
    assert (years[0], years[-1]) == (2017, 2026)


@pytest.mark.parametrize("name", milestones())
def test_an_entry_says_what_it_does_and_where_it_comes_from(name):
    entry = milestones()[name]
    assert entry.kind in KINDS
    assert len(entry.text) > 60
    assert "](https://" in entry.source
    assert bool(entry.method) == (name in {*SCHEMES, *RULES, *METHODS})


def test_ids_of_papers_are_of_their_years():
    for entry in milestones().values():
        if not entry.method:  # a record may name later papers as well
            assert {int(year) for year in re.findall(r"abs/(\d\d)\d\d\.\d{5}", entry.source)} <= {entry.year - 2000}


def test_a_kind_shows_its_own_and_everything_all():
    assert [each.name for each in shown("encodings")] == [
        each.name for each in sorted(SCHEMES.values(), key=lambda each: each.year)
    ]
    assert sum(len(shown(kind)) for kind in KINDS) == len(shown("everything")) == len(milestones())
    with pytest.raises(ValueError, match=r"^era must be one of encodings, "):
        shown("tomorrow")


def test_the_released_turn_of_v_jepa_is_no_rotation():
    query, key = np.random.default_rng(0).standard_normal((2, 16))
    places = np.arange(40)
    turned = vjepa2_turn(query, places)
    assert np.ptp(np.linalg.norm(turned, axis=1)) > 0.1
    others = vjepa2_turn(key, places + 3)
    assert np.ptp((turned * others).sum(axis=1)) > 1
