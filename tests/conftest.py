from hypothesis import settings

# The same examples on every machine and every day: a red run is a change of the code, never luck.
settings.register_profile("clockface", derandomize=True, deadline=None, database=None)
settings.load_profile("clockface")


def pytest_collection_modifyitems(items):
    """The browser comes last: it is slow, and what fails there has often failed above already."""
    items.sort(key=lambda item: "browser" in item.path.parts)
