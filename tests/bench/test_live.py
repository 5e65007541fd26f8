"""What a measured class becomes in the table of goals."""

from bench import live


def outcome(delays, seen=(20.0,), **changed):
    asked = {"idle": 0.5, "bare": 0.2, "counted": 100, "vote": 0.001, "killed": 2.0, "kept": 100, "restarted": 6.0}
    followed = [live.Followed(count, delays, 250, 240, 1.0) for count in live.GOALS]
    return live._section(followed, seen, live.Asked(**asked | changed), [400.0] * live.CLASSES)


def test_a_class_that_follows_meets_all_goals():
    assert outcome([10.0, 20.0, 30.0]).missed == []


def test_each_figure_can_miss_its_goal():
    assert [goal.what for goal in outcome([500.0]).missed] == ["100 students follow a drag, p95"]
    assert [goal.what for goal in outcome([10.0], seen=[400.0]).missed] == [
        "100 students follow a drag, painted in Chromium, p95"
    ]
    for name, value in {"idle": 2.0, "counted": 99, "killed": 6.0, "kept": 99, "restarted": 16.0}.items():
        assert len(outcome([10.0], **{name: value}).missed) == 1
