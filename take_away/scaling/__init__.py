"""Every scaling rule as a file that runs as it stands; RULES finds them by name."""

from take_away.records import records


def __getattr__(name):  # on demand: `python -m take_away.scaling.yarn` imports this package before the file
    if name != "RULES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return records(__path__, __name__, "RULE")
