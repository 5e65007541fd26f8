"""Every scheme as a file that runs as it stands; SCHEMES finds them by name."""

from take_away.records import records


def __getattr__(name):  # on demand: `python -m take_away.schemes.rope` imports this package before the file
    if name != "SCHEMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return records(__path__, __name__, "SCHEME")
