"""Numbers are read as Python, NumPy and PyTorch print them, and refused with a reason where they are not whole."""

import re

import numpy as np
import pytest

from core.schemes.analysis.table_file import TableError, tensors

TWO = np.array([[0.5, 1.0, -2e-3], [1.0, 0.25, 3.0]])
PRINTED = {
    "a list": "[[0.5, 1.0, -0.002], [1.0, 0.25, 3.0]]",
    "NumPy's print": "[[ 5.0e-01  1.0e+00 -2.0e-03]\n [ 1.0e+00  2.5e-01  3.0e+00]]",
    "NumPy's repr": "array([[ 0.5  ,  1.   , -0.002],\n       [ 1.   ,  0.25 ,  3.   ]], dtype=float32)",
    "PyTorch's": "tensor([[ 0.5000,  1.0000, -0.0020],\n        [ 1.0000,  0.2500,  3.0000]], device='cuda:0')",
    "a gradient": "tensor([[0.5, 1., -2e-3],\n [1., .25, 3.]], grad_fn=<SliceBackward0>)",
    "a parameter": "Parameter containing:\ntensor([[0.5, 1., -2e-3], [1., .25, 3.]], requires_grad=True)",
    "TensorFlow's": "tf.Tensor(\n[[0.5 1. -0.002]\n [1. 0.25 3.]], shape=(2, 3), dtype=float32)",
    "an assignment": "pe = np.array([[0.5, 1, -0.002], [1, 0.25, 3]])",
    "blanks": "0.5 1.0 -0.002\n1.0 0.25 3.0\n",
    "a tab": "0.5\t1.0\t-0.002\n1.0\t0.25\t3.0\n",
    "a mark of the byte order": "\ufeff[[0.5, 1.0, -0.002], [1.0, 0.25, 3.0]]",
    "commas": "0.5,1.0,-0.002\n1.0,0.25,3.0\n",
}


def read(text, ending=".txt"):
    """The one array of a text."""
    (tensor,) = tensors(f"pe{ending}", text.encode()).values()
    return tensor.array()


@pytest.mark.parametrize("text", PRINTED.values(), ids=PRINTED)
@pytest.mark.parametrize("ending", [".txt", ".csv", ".json"])
def test_printed_numbers_are_read(text, ending):
    np.testing.assert_array_equal(read(text, ending), TWO)


def test_any_number_of_axes_and_complex_numbers_are_read():
    for values in (np.arange(3.0), np.arange(24.0).reshape(2, 3, 4), np.arange(4.0).reshape(1, 2, 1, 2)):
        np.testing.assert_array_equal(read(repr(values)), values)
        np.testing.assert_array_equal(read(str(values.tolist())), values)
    rotations = np.exp(1j * np.arange(6.0)).reshape(2, 3)
    np.testing.assert_array_equal(read(str(rotations.tolist()).replace("(", "").replace(")", "")), rotations)


REFUSED = {
    "cut short": ("[[0.1, ..., 0.2], [0.3, ..., 0.4]]", "was cut short where it was printed, with “…” in it"),
    "rows of different lengths": ("[[1, 2], [3]]", "has rows of different lengths"),
    "lists of different lengths": ("[[[1], [2]], [[3]]]", "has brackets that do not form an array"),
    "a bracket that is not closed": ("[[1, 2], [3, 4]", "has brackets that do not form an array"),
    "a name": ("[[1, x], [3, 4]]", "holds “x” in row 0, column 1, counted from 0; every cell must be a number"),
    "code before": ("import os; os.remove('x'); [[1, 2]]", "before its first bracket; an array alone is read"),
    "code behind": ("[[1, 2]] * 2", "behind its last bracket; an array alone is read"),
    "no closing bracket": ("[1, 2", "has no bracket that closes its first one"),
    "too many axes": ("[" * 6 + "1" + "]" * 6, "has brackets that do not form an array of up to 5 axes"),
    "brackets alone": ("[" * 3_000_000 + "]", "brackets; 1,048,576 rows are the most"),
    "numbers beside a list": ("[[1, 2], 3, [4, 5]]", "has something other than commas between its rows"),
}


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_an_array_is_refused_with_its_reason(text, words):
    with pytest.raises(TableError, match=re.escape(words)):
        read(text)
