from bench import costs
from core.teach.lesson import lessons


def test_every_step_and_every_room_is_among_the_addresses():
    asked = list(costs.addresses())
    assert {room for room, _ in asked} == set(costs.ROOMS)
    steps = {f"{slug}.{place + 1}" for slug, lesson in lessons().items() for place in range(len(lesson.steps))}
    assert {query["step"][0] for _, query in asked if "step" in query} == steps


def test_the_ten_costliest_are_listed_first_and_files_have_a_goal_of_their_own():
    times = [(f"/room{count}", float(count)) for count in range(30)] + [("file: large", 800.0)]
    assert costs._table(times, "ms").count("\n") == 2 + costs.SHOWN
    assert costs._table(times, "ms").splitlines()[2] == "| file: large | 800 |"
    of_address, of_file, memory = costs.goals(times, [("/a", 3.0), ("file: b", 50.0)])
    assert (of_address.value, of_file.value, memory.value) == (29, 800, 50)
    assert [goal.missed for goal in (of_address, of_file, memory)] == [False, False, True]
