"""Random input is read or refused by name; the costliest files stay within their bounds."""

import pytest

from tests.costly import COSTLY, MEGABYTES, SECONDS, cost
from tests.fuzz import CORE

# ---- Core accepts any untrusted input, or refuses it by name.

INPUTS, SEED = 2000, 18  # any seed; `python -m bench fuzz` draws others


@pytest.mark.parametrize("target", CORE, ids=lambda target: target.name)
def test_random_input_raises_nothing_but_a_named_refusal(target):
    target.attempt(INPUTS, SEED)


# ---- No file costs more than SECURITY.md says, however small and many its elements are.

WORST = (  # each took 2 to 57 s or more, or 250 to 1,700 MB, before its elements were counted
    "GGUF: lists of 4,096 numbers | GGUF: 1,500,000 empty texts | .npz: headers of 4,700 bytes | config: keys"
).split(" | ")

ROOM = 3  # times as long on a busy machine; what was found took longer still


@pytest.mark.parametrize("name", WORST)
def test_the_costliest_files_stay_within_the_promised_bounds(name):
    result = cost(next(each for each in COSTLY if each.name == name))
    assert result.seconds < ROOM * SECONDS
    assert result.megabytes < MEGABYTES
