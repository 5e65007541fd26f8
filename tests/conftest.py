import pytest
from hypothesis import settings

# The same examples on every machine and every day: a red run is a change of the code, never luck.
settings.register_profile("clockface", derandomize=True, deadline=None, database=None)
settings.load_profile("clockface")


def pytest_collection_modifyitems(items):
    """One worker drives the browser, and from the start: two would take each other's time."""
    driving = [item for item in items if "browser" in item.path.parts]
    for item in driving:
        item.add_marker(pytest.mark.xdist_group("browser"))
    items.sort(key=lambda item: "browser" not in item.path.parts)
