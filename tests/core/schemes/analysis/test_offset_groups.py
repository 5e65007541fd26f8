"""Offsets that share a number, against the released models."""

from core.schemes import SCHEMES
from core.schemes.analysis.offset_groups import read_groups, shared_groups


def test_t5_buckets_start_where_the_released_model_s_do():  # as in core/teach/references/attention_biases.json
    both = shared_groups(SCHEMES["T5"])
    past = [-group.last for group in both if group.last is not None and group.last <= 0][::-1]
    assert past == [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91]
    assert [group.first for group in both if (group.first or 0) > 0] == past[1:]
    causal = shared_groups(SCHEMES["T5"], direction="causal")
    starts = [-group.last for group in causal[:-1]][::-1]
    assert starts == [*range(1, 16), 16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]
    assert (causal[-1].number, causal[-1].first, causal[-1].last) == (0, 0, None)


def test_shaw_shares_beyond_the_clip_and_alibi_shares_nothing():
    groups = shared_groups(SCHEMES["Shaw"], clip=3)
    assert [(g.number, g.first, g.last) for g in groups] == [
        (0, None, -3),
        (1, -2, -2),
        (2, -1, -1),
        (3, 0, 0),
        (4, 1, 1),
        (5, 2, 2),
        (6, 3, None),
    ]
    assert shared_groups(SCHEMES["ALiBi"]) == []


def test_a_text_meets_the_groups_within_its_length():
    found = read_groups(SCHEMES["Shaw"], 3, clip=4)
    assert (len(found.groups), found.edge, found.used, found.unmet) == (9, 4, 5, ())
    assert found.offsets[-1] > found.edge


def test_bidirectional_t5_leaves_a_number_without_an_offset():
    assert read_groups(SCHEMES["T5"], 128).unmet == (16,)
    assert read_groups(SCHEMES["ALiBi"], 128) is None
