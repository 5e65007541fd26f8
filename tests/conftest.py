from hypothesis import settings

# The same examples in every run, so that only a change of the code can make a test fail.
settings.register_profile("clockface", derandomize=True, deadline=None, database=None)
settings.load_profile("clockface")


def pytest_collection_modifyitems(items):
    """Run browser tests last: they are slow, and other tests often find the same defect."""
    items.sort(key=lambda item: "browser" in item.path.parts)
