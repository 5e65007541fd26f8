from hypothesis import settings

# The same examples in every run, so that only a change of the code can make a test fail; with
# `--hypothesis-profile=long` others, and a hundred times as many.
settings.register_profile("clockface", derandomize=True, deadline=None, database=None)
settings.register_profile("long", max_examples=10_000, deadline=None, database=None)
settings.load_profile("clockface")


def pytest_collection_modifyitems(items):
    """Run browser tests last: they are slow, and other tests often find the same defect."""
    items.sort(key=lambda item: "browser" in item.path.parts)
