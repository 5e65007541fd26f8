"""How transformers tell position: encodings, scaling rules, and models' configs read as their code reads them.

>>> import clockface
>>> clockface.read_config({"head_dim": 64, "rope_theta": 500000.0}).frequencies().inverse.shape
(32,)

The names below come from modules of `core`, which holds more. They are loaded when they are first used, so that the
command `clockface lint` starts without them.
"""

from importlib import import_module
from typing import Any

from core import __version__ as __version__


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module 'clockface' has no attribute {name!r}")
    public = import_module("clockface.public")
    if name == "__all__":
        return public.__all__
    if name not in public.__all__:
        raise AttributeError(f"module 'clockface' has no attribute {name!r}")
    return getattr(public, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("clockface.public").__all__})
