"""A progress bar for long computations, which stop when the reader chooses something else."""

import pytest

from pages.shared import views


class Place:
    """Stands for a place on the page; raises as Streamlit does when the run is to end."""

    def __init__(self, most=99):
        self.shares, self.most, self.emptied = [], most, 0

    def progress(self, share, text):
        if len(self.shares) == self.most:
            raise InterruptedError
        self.shares.append(share)

    def empty(self):
        self.emptied += 1


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(views, "_PATIENCE", -1)


@pytest.mark.usefixtures("impatient")
def test_the_bar_grows_to_the_end_and_goes():
    place = Place()
    assert views.gather(iter("abcd"), 4, place, "…") == list("abcd")
    assert place.shares == [0.25, 0.5, 0.75, 1]
    assert place.emptied == 1


def test_what_comes_at_once_shows_no_bar():
    place = Place()
    assert views.gather(range(3), 3, place, "…") == [0, 1, 2]
    assert place.shares == []


@pytest.mark.usefixtures("impatient")
def test_a_new_choice_ends_it_between_two_results():
    numbers = []

    def results():
        for number in range(9):
            numbers.append(number)
            yield number

    with pytest.raises(InterruptedError):
        views.gather(results(), 9, Place(most=2), "…")
    assert numbers == [0, 1, 2]
