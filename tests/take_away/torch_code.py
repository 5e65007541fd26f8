"""PyTorch code that readers take away, loaded as it is exported; `make torch` installs PyTorch."""

import re

import numpy as np
import pytest

from pages.take_away import pytorch
from tests.take_away.running import LEARNED

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `make torch` runs these")


def functions(method):
    """The functions of a method's exported file by name; it may import nothing of this project."""
    text, namespace = pytorch.program([method]), {"__file__": str(LEARNED)}
    assert not re.search(r"^\s*(from|import) (core|take_away)", text, re.MULTILINE)
    exec(compile(text, method.name, "exec"), namespace)
    return namespace


def tensors(values):
    """Lists, tuples and arrays as tensors of float64, all else as it is."""
    return [
        torch.tensor(each, dtype=torch.float64) if isinstance(each, list | tuple | np.ndarray) else each
        for each in values
    ]


def call(function, *inputs, **options):
    """What a function of PyTorch returns for tensors."""
    return np.asarray(function(*tensors(inputs), **dict(zip(options, tensors(options.values()), strict=True))))
