from figures.schemes.timeline import timeline
from figures.theme import LIGHT


def test_the_timeline_gives_every_scheme_a_row_and_marks_one():
    figure = timeline(["a", "b", "c"], [2017, 2017, 2019], ["bias", "none", "bias"], chosen="c", palette=LIGHT)
    points = {
        point[0]: (x, y)
        for trace in figure.data
        for point, x, y in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    assert points == {"a": (2017, 0), "b": (2017, 1), "c": (2019, 2)}
    assert [trace.name for trace in figure.data] == ["bias", "none"]
    assert list(figure.data[0].text) == ["a", "<b>c</b>"]
    assert list(figure.layout.xaxis.tickvals) == [2017, 2018, 2019]
