"""Tables from files: every format, damage, and numbers that are too large."""

import io
import json
import pickle
import struct
import tracemalloc
import zipfile
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.analysis.spectrum import spectrum
from core.schemes.analysis.table import norm_curve, read_row, row_cosines, table_means, usual_size
from core.schemes.analysis.table_file import MOST_BYTES, MOST_COLUMNS, TableError, tables, tensors
from core.schemes.analysis.table_file.tensor import LARGEST
from core.schemes.learned import sample
from tests.support.tables import npy, npz
from tests.support.untrusted import OFTEN, damaged, texts

# ---- Untrusted files: numbers are read exactly, refusals name their reason, and claimed sizes allocate nothing.

MB = 10**6
RNG = np.random.default_rng(0)
SMALL = RNG.normal(size=(5, 3))


def promise(shape, descr="<f4", body=b"", version=(1, 0)):
    """An .npy file with any header."""
    text = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode() + b"\n"
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version == (1, 0) else "<I", len(text)) + text + body


def zipped(method=zipfile.ZIP_DEFLATED, **members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return stream.getvalue()


def safetensors(header, numbers=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + numbers


def entry(dtype, shape, first, last):
    return {"dtype": dtype, "shape": shape, "data_offsets": [first, last]}


def whole(table):
    return table.block(slice(None), slice(None))


def first_table(file, data):
    return next(iter(tables(tensors(file, data)).values())).table()


def read(file, data):
    return whole(first_table(file, data))


def refusal(file, data):
    with pytest.raises(TableError) as caught:
        read(file, data)
    return str(caught.value)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", ">f4", "i8", "i2", "u1", "longdouble"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_of_any_real_type_and_order(dtype, order):
    values = np.asarray(RNG.normal(size=(7, 5)) * 50 + 100, dtype=dtype, order=order)
    np.testing.assert_array_equal(read("table.npy", npy(values)), values.astype(float))
    np.testing.assert_array_equal(read("TABLE.NPY", npy(values, version=(2, 0))), values.astype(float))


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 40), st.integers(0, 40))
def test_a_block_is_that_part_of_the_table(rows, columns, start, stop):
    values = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)
    table = first_table("t.npy", npy(values))
    assert (table.length, table.d_model) == (rows, columns)
    np.testing.assert_array_equal(
        table.block(slice(start, stop), slice(stop, start)), values[start:stop, stop:start].astype(float)
    )


@pytest.mark.parametrize("kind", [np.complex64, np.complex128])
def test_complex_rotations_are_shown_as_sines_then_cosines_and_kept_as_they_are(kind):
    values = np.exp(1j * np.outer(np.arange(7), [1.0, 0.1, 0.01])).astype(kind)
    (tensor,) = tensors("freqs_cis.npy", npy(values)).values()
    assert not tensor.is_table
    np.testing.assert_array_equal(whole(tensor.as_shown()), np.concatenate([values.imag, values.real], axis=1))
    np.testing.assert_array_equal(tensor.array(), values)


@pytest.mark.parametrize("shape", [(8,), (8, 1), (1, 8)])
def test_a_list_of_numbers_is_shown_and_kept(shape):
    (tensor,) = tensors("inv_freq.npy", npy(np.arange(8.0).reshape(shape))).values()
    assert not tensor.is_table
    assert (
        whole(tensor.as_shown()).tolist() == np.arange(8.0).reshape((1, 8) if len(shape) == 1 else shape).tolist()
    )
    assert tensor.array().shape == shape
    (long,) = tensors("inv_freq.npy", npy(np.zeros(2**14 + 1))).values()
    with pytest.raises(TableError, match=r"has 16,385 numbers; 16,384 are the most in a list\."):
        long.as_shown()


def test_of_several_tensors_lists_of_frequencies_are_offered_beside_tables():
    members = {"inv_freq": np.zeros(4), "bias": np.zeros(4), "wpe": SMALL}
    assert list(tables(tensors("model.npz", npz(**members)))) == ["wpe", "inv_freq"]


@pytest.mark.parametrize("compressed", [True, False])
def test_npz_lists_every_member_and_reads_the_chosen_one(compressed):
    result = tensors("model.npz", npz(words=np.zeros((9, 4)), wpe=SMALL, bias=np.zeros(4), compressed=compressed))
    assert {name: tensor.shape for name, tensor in result.items()} == {"words": (9, 4), "wpe": (5, 3), "bias": (4,)}
    assert list(tables(result)) == ["wpe", "words"]  # only those with two axes, likely position tables first
    np.testing.assert_array_equal(whole(result["wpe"].table()), SMALL)


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [pair.split("=") for pair in "F64=<f8 F32=<f4 F16=<f2 I64=<i8 I32=<i4 I16=<i2 I8=i1 U8=u1".split()],
)
def test_safetensors_of_every_type(kind, dtype):
    values = (SMALL * 20 + 60).astype(dtype)
    header = {"__metadata__": {"format": "np"}, "t": entry(kind, [5, 3], 0, values.nbytes)}
    np.testing.assert_array_equal(
        read("t.safetensors", safetensors(header, values.tobytes())), values.astype(float)
    )


def test_bfloat16_is_the_upper_half_of_a_float32():
    values = np.array([[1.0, -2.5], [0.15625, 3.0e38]], np.float32)
    upper = (values.view(np.uint32) >> 16).astype("<u2")
    expected = (upper.astype(np.uint32) << 16).view(np.float32).astype(float)
    result = read("t.safetensors", safetensors({"t": entry("BF16", [2, 2], 0, 8)}, upper.tobytes()))
    np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(result[:, 0], values[:, 0])  # these need no more than eight bits


def test_safetensors_may_list_its_tensors_in_any_order():
    numbers = np.arange(10, dtype="<f4")
    header = {"b": entry("F32", [2, 2], 24, 40), "a": entry("F32", [3, 2], 0, 24)}
    result = tensors("t.safetensors", safetensors(header, numbers.tobytes()))
    np.testing.assert_array_equal(whole(result["a"].table()), numbers[:6].reshape(3, 2))
    np.testing.assert_array_equal(whole(result["b"].table()), numbers[6:].reshape(2, 2))


@pytest.mark.parametrize(
    "text",
    [
        "1,2\n3,4.5\n",
        "1,2\r\n3,4.5",
        "\ufeff1;2\n\n3;4.5\n",
        "1\t2\n3\t4.5\n\n",
        "first,second\n1,2\n3,4.5\n",
        'név,"x"\n1,"2"\n3,4.5\n',
        ",0,1\n0,1,2\n1,3,4.5\n",
        " 1, 2\n3e0, 45e-1\n",
    ],
)
def test_csv_in_its_usual_dresses(text):
    np.testing.assert_array_equal(read("t.csv", text.encode()), [[1, 2], [3, 4.5]])


def test_csv_round_trip_and_its_index():
    text = "\n".join(",".join(map(repr, row)) for row in SMALL.tolist()).encode()
    np.testing.assert_array_equal(read("t.csv", text), SMALL)
    (tensor,) = tensors("t.csv", b",a,b\nx,1,2\ny,3,4\n").values()
    assert (tensor.index, tensor.shape) == (True, (2, 2))
    np.testing.assert_array_equal(whole(tensor.table()), [[1, 2], [3, 4]])


def test_axes_of_length_one_are_dropped_beyond_two():
    (tensor,) = tensors("t.npy", npy(SMALL[None, :, None])).values()
    assert (tensor.shape, tensor.axes) == ((1, 5, 1, 3), (5, 3))
    np.testing.assert_array_equal(whole(tensor.table()), SMALL)
    assert read("t.npy", npy(SMALL[:1])).shape == (1, 3)  # one row is enough


class Trap:
    """Fails the test when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was run",)


HOSTILE = {  # by the file's name: bytes and part of the message
    "t.npy": {
        "pickle": (pickle.dumps(Trap()), "t.npy is a pickle, which could run code; only plain arrays are read."),
        "pickle in an array": (
            npy(np.array([[Trap()]], object), allow_pickle=True),
            "t.npy holds a pickle, which could run code; only plain arrays are read.",
        ),
        "endless numbers": (promise((10**80, 10**80)), "more than 10^15 × more than 10^15"),
        "many axes": (promise((1,) * 60, body=bytes(4)), "1 × 1 × 1 × 1 × 1 × 1 × …"),
        "negative size": (promise((-2, -2), body=bytes(16)), "promises the shape -2 × -2"),
        "true is no size": (promise((True, 2), body=bytes(8)), "sizes are whole numbers"),
        "too short": (
            npy(SMALL)[:-1],
            "promises 5 × 3 numbers of 8 bytes, which is 120 bytes, but holds 119 bytes.",
        ),
        "too long": (npy(SMALL) + b"x", "which is 120 bytes, but holds 121 bytes."),
        "not even a header": (b"\x93NUMPY", "its header cannot be read"),
        "a header that nests": (promise("(" * 9000), "its header cannot be read"),
        "a header too long": (promise((1,) * 200, body=bytes(4)), "its header cannot be read"),
        "code in a header": (promise("__import__('os').system('true')"), "its header cannot be read"),
        "named fields": (promise((1, 1), [("a", "<f4")], bytes(4)), "holds the type"),
        "text in an array": (npy(np.array([["a"]])), "t.npy holds the type <U1; whole and floating-point"),
        "complex": (npy(SMALL * 1j), "holds the type complex128"),
        "one axis": (npy(np.zeros(64)), "has the shape 64; a table has two axes, positions and dimensions."),
        "three axes": (npy(np.zeros((2, 3, 4))), "has the shape 2 × 3 × 4; a table has two axes"),
        "no axis": (npy(np.array(7.0)), "has the shape of a single number; a table has two axes"),
        "no rows": (npy(np.zeros((0, 64))), "is empty: its shape is 0 × 64"),
        "too wide": (npy(np.zeros((1, MOST_COLUMNS + 1), "i1")), "1 rows and 16,385 columns"),
        "too tall": (npy(np.zeros((2**20 + 1, 1), "i1")), "1,048,577 rows and 1 columns"),
        "NaN": (npy(np.where(np.eye(5, 3, -1) > 0, np.nan, SMALL)), "t.npy holds nan in row 1, column 0,"),
        "empty": (b"", "t.npy is empty."),
        "too large": (bytes(MOST_BYTES + MB), "t.npy has 21 MB; 20 MB are the most."),
    },
    "t.npz": {
        "pickle in an archive": (
            zipped(wpe=npy(np.array([[Trap()]], object), allow_pickle=True)),
            "t.npz: wpe holds a pickle, which could run code; only plain arrays are read.",
        ),
        "10^12 rows in an archive": (
            zipped(wpe=promise((10**12, 64))),
            "t.npz: wpe promises 1,000,000,000,000 × 64 numbers of 4 bytes, which is 256 TB, but holds 0 bytes.",
        ),
        "infinity": (npz(wpe=np.array([[1, -np.inf]])), "t.npz: wpe holds -inf in row 0, column 1,"),
        "no archive": (b"PK\x03\x04 nothing", "t.npz is no zip archive, as an .npz file is, or a damaged one."),
        "archive without arrays": (zipped(zipfile.ZIP_STORED), "t.npz holds no tensor."),
        "only vectors": (
            npz(a=np.zeros(3), b=np.zeros((2, 2, 2))),
            "2 tensors and none has two axes: a (3), b (2 × 2 × 2)",
        ),
        "packed otherwise": (zipped(zipfile.ZIP_BZIP2, wpe=npy(SMALL)), "stored and deflated are"),
    },
    "t.csv": {
        "pickle as text": (pickle.dumps(Trap()), "t.csv is no text: it holds bytes that no text has."),
        "NaN in text": (b"1,2\n3,nan\n", "t.csv holds nan in row 1, column 1,"),
        "too large for a number": (b"1,2\n3,1e999\n", "t.csv holds inf in row 1, column 1,"),
        "ragged": (b"1,2,3\n4,5,6\n7,8\n", "t.csv has 2 cells in line 3, but 3 in the first."),
        "a word": (b"a,b\n1,2\n3,four\n", "t.csv holds “four” in row 1, column 1, counted from 0;"),
        "a gap": (b"1,2\n3,\n", "t.csv holds “” in row 1, column 1,"),
        "an open quotation mark": (b'1,"2\n3,4\n', "t.csv holds"),
        "a return within a line": (b"1,2\n3\r4,5\n", "t.csv holds"),
        "words alone": (b"a,b\n", "t.csv is empty: its shape is 0 × 2."),
        "blank": (b"\n \n", "t.csv holds nothing but blank lines."),
        "no text": (b"\0" * 100, "is no text"),
    },
    "t.safetensors": {
        "10^12 rows of safetensors": (
            safetensors({"wpe": entry("F32", [10**12, 64], 0, 8)}, bytes(8)),
            "t.safetensors: wpe promises 1,000,000,000,000 × 64 numbers of 4 bytes, which is 256 TB, "
            "but holds 8 bytes.",
        ),
        "NaN of bfloat16": (
            safetensors({"t": entry("BF16", [1, 2], 0, 4)}, b"\x80\x3f\xc0\x7f"),
            "t.safetensors: t holds nan in row 0, column 1, counted from 0; every number must be finite.",
        ),
        "no header": (b"1234567", "promises a header of"),
        "a header of 2^64": (b"\xff" * 20, "promises a header of more than a million TB; at most 500 kB are read"),
        "a header beyond the file": (safetensors({}, length=500), "promises a header of 500 bytes"),
        "no JSON": (safetensors(b"{"), "has a header that is no JSON object"),
        "no object": (safetensors(b"[1]"), "has a header that is no JSON object"),
        "no UTF-8": (safetensors(b"\xff{}"), "has a header that is no JSON object"),
        "brackets without end": (safetensors(b"[" * 500_000), "has a header that is no JSON object"),
        "a number without end": (safetensors(b"9" * 500_000), "has a header that is no JSON object"),
        "a name twice": (safetensors(b'{"a": {}, "a": {}}'), "names something twice"),
        "nothing listed": (safetensors({}), "t.safetensors holds no tensor."),
        "no entry": (safetensors({"a": 7}), "t.safetensors: a must say from which byte to which"),
        "no offsets": (safetensors({"a": {"dtype": "F32"}}), "must say from which byte"),
        "true is no offset": (
            safetensors({"a": entry("U8", [1, 1], False, True)}, b"1"),
            "must say from which byte",
        ),
        "backwards": (safetensors({"a": entry("F32", [1, 1], 4, 0)}, bytes(4)), "must say from which byte"),
        "beyond the end": (safetensors({"a": entry("F32", [1, 2], 0, 8)}, bytes(4)), "takes the bytes 0 to 8"),
        "overlapping": (
            safetensors({"a": entry("F32", [1, 2], 0, 8), "b": entry("F32", [1, 2], 4, 12)}, bytes(12)),
            "b takes the bytes 4 to 12; it must start at 8, where the one before ends, and end by 12.",
        ),
        "a hole": (safetensors({"a": entry("U8", [1, 1], 3, 4)}, b"1234"), "it must start at 0"),
        "left over": (
            safetensors({"a": entry("U8", [1, 1], 0, 1)}, b"1234"),
            "has 3 bytes at its end that belong to no tensor",
        ),
        "unknown type": (safetensors({"a": entry("F8_E4M3", [1, 1], 0, 1)}, b"1"), "holds the type F8_E4M3;"),
        "a list for a type": (safetensors({"a": entry([], [1, 1], 0, 1)}, b"1"), "holds the type []"),
        "a shape of text": (safetensors({"a": entry("U8", "11", 0, 1)}, b"1"), "promises the shape 11;"),
        "a shape below zero": (
            safetensors({"a": entry("U8", [-1, -1], 0, 1)}, b"1"),
            "promises the shape [-1, -1];",
        ),
    },
    "t.pt": {
        "another ending": (b"1", "t.pt has none of the endings .npy, .npz, .csv, .tsv, .txt, .json, .safetensors."),
    },
    "\x1b[2J\n" + "x" * 90 + ".npy": {
        "a name of control signs": (b"", "�[2J�xxx"),
    },
}
HOSTILE_CASES = [
    pytest.param(file, *case, id=name) for file, cases in HOSTILE.items() for name, case in cases.items()
]


@pytest.mark.parametrize(("file", "data", "words"), HOSTILE_CASES)
def test_what_is_refused_is_named(file, data, words):
    assert words in refusal(file, data)


def bomb(declared=None):
    """60 MB of zeros in an archive of 60 kB; it may declare another size than it unpacks to."""
    content = npy(np.zeros((15_000, 1000), np.float32))
    data = bytearray(zipped(wpe=content))
    if declared is not None:
        for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            at = data.index(mark) + place
            data[at : at + 4] = struct.pack("<I", declared)
    return bytes(data)


def many_entries():
    """An archive with so many entries that listing them takes 100 MB."""
    one = struct.pack(zipfile.structCentralDir, zipfile.stringCentralDir, *[0] * 11, 5, *[0] * 6)[:46] + b"a.npy"
    contents = one * (19 * MB // len(one))
    end = struct.pack(zipfile.structEndArchive, zipfile.stringEndArchive, 0, 0, 9, 9, len(contents), 0, 0)
    return contents + end


LARGE = {
    "zip bomb": ("b.npz", bomb, "b.npz would unpack to 60 MB; 20 MB are the most."),
    "zip bomb that lies": ("b.npz", lambda: bomb(declared=2000), "b.npz: wpe"),
    "zip bomb that says it fits": ("b.npz", lambda: bomb(declared=19 * MB), "b.npz: wpe promises"),
    "endless contents": ("b.npz", many_entries, "b.npz lists more than 4,096 entries."),
    "10^12 rows": (
        "b.npy",
        lambda: promise((10**12, 64), body=bytes(19 * MB)),
        "b.npy promises 1,000,000,000,000 × 64",
    ),
    "one line": ("b.csv", lambda: b"1," * (10 * MB), "b.csv has 10,000,001 columns; 16,384 are the most."),
    "one number": (
        "b.csv",
        lambda: b"1" * (20 * MB),
        "has 20,000,000 characters in line 1; 64 a number are the most",
    ),
    "ten million rows": ("b.csv", lambda: b"1\n" * (10 * MB), "has 10,000,000 lines; 1,048,576 are the most"),
    "many numbers": ("b.csv", lambda: (b"1," * 1023 + b"1\n") * 6000, "has 6,000 rows of 1,024 numbers"),
    "a late word": ("b.csv", lambda: b"1.5,2.5\n" * 2**16 + b"1,x\n", "holds “x” in row 65,536, column 1,"),
    "a late line": (
        "b.csv",
        lambda: b"1.5,2.5\n\n" * 2**18 + b"1\n",
        "has 1 cells in line 524,289, but 2 in the first",
    ),
    "NaN at the end": (
        "b.npy",
        lambda: npy(np.append(np.zeros(4_999_000 - 1), np.nan).astype(np.float32).reshape(-1, 1000)),
        "b.npy holds nan in row 4,998, column 999,",
    ),
    "many brackets": ("b.safetensors", lambda: safetensors(b"[" + b"[]," * 150_000 + b"[]]"), "no JSON object"),
}


@pytest.mark.parametrize(("file", "make", "words"), LARGE.values(), ids=LARGE)
def test_a_refusal_takes_no_more_memory_than_a_file_may_have(file, make, words):
    data = make()
    tracemalloc.start()
    try:
        assert words in refusal(file, data)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("t.npy", npy(np.zeros((4999, 1000), np.float32))),
        ("t.npz", npz(wpe=np.zeros((4999, 1000), np.float32))),
        ("t.safetensors", safetensors({"t": entry("BF16", [9999, 1000], 0, 19_998_000)}, bytes(19_998_000))),
    ],
)
def test_the_largest_tables_are_read_where_they_lie(file, data):
    tracemalloc.start()
    try:
        table = first_table(file, data)
        assert table.length * table.d_model > 4_990_000
        unpacked_and_two_blocks = MOST_BYTES + 10 * MB
        assert tracemalloc.get_traced_memory()[1] < unpacked_and_two_blocks
    finally:
        tracemalloc.stop()


def test_an_archive_with_a_wrong_checksum_is_refused():
    data = npz(wpe=SMALL, compressed=False)
    at = data.index(SMALL.tobytes())
    damaged = data[:at] + bytes(8) + data[at + 8 :]
    assert zlib.crc32(damaged) != zlib.crc32(data)
    assert refusal("t.npz", damaged) == (
        "t.npz: wpe cannot be unpacked: it is encrypted, damaged, or not what the archive says."
    )


# ---- Tables whose numbers are too large or too small for their own squares are refused; all others are measured.

WIDEST = np.longdouble
SHAPES = [(1, 1), (5, 3), (3, 5), (40, 8)]


def measures(table):
    result = spectrum(table, count=6, points=512)
    curve, cosines = norm_curve(table, points=512), row_cosines(table, rows=256)
    row = read_row(table, table.length - 1)
    numbers = [result.components.values, result.strongest.vectors, curve.values, cosines.values, [row.norm]]
    return np.concatenate([np.ravel(each) for each in [*numbers, table_means(table, rows=9, columns_=9).values]])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [1e153, 1e154, 1e200, 1.7e308, 3e-160, 5e-324])
@pytest.mark.parametrize("dtype", [np.float64, WIDEST])
def test_the_file_is_refused_by_name_and_with_the_bound(shape, size, dtype):
    values = (np.random.default_rng(0).uniform(0.5, 1, shape) * size).astype(dtype)
    with pytest.raises(TableError, match=r"^t\.npy holds .*e"):
        first_table("t.npy", npy(values))
    text = "\n".join(",".join(map(repr, row)) for row in values.astype(float).tolist()).encode()
    with pytest.raises(TableError, match=r"^t\.csv holds .*e"):
        first_table("t.csv", text)


def test_a_number_beyond_float64_is_refused():
    with pytest.raises(TableError, match="holds inf"):
        first_table("t.npy", npy(np.full((2, 2), WIDEST("1e400"))))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [LARGEST, 1, 2 / LARGEST, 0])
def test_all_others_are_measured(shape, size):
    table = first_table("t.npy", npy(np.random.default_rng(0).uniform(0.5, 1, shape) * size))
    assert np.isfinite(measures(table)).all()
    assert np.isfinite(usual_size(whole(table)))


SAMPLE = np.asarray(sample())[:6, :5]
TABLES = [
    *(SAMPLE, np.zeros((3, 4)), SAMPLE[:1], SAMPLE[:, :1].astype("<f2"), np.arange(12, dtype="<i8").reshape(3, 4)),
    *(np.full((3, 3), size) for size in (1e153, 1e200, 1.7e308, 5e-324, 1e-160, np.nan, np.inf)),
]


def as_safetensors(values, name="table"):
    numbers = values.astype("<f8").tobytes()
    return safetensors({name: entry("F64", list(values.shape), 0, len(numbers))}, numbers)


FORMATS = {
    ".npy": npy,
    ".npz": lambda values: npz(table=values, wpe=values[:1]),
    ".csv": lambda values: "\n".join(",".join(map(str, row)) for row in values.tolist()).encode(),
    ".safetensors": as_safetensors,
}
names = st.builds(str.__add__, st.just("table") | texts, st.sampled_from([*FORMATS, ".txt", ""]))


@OFTEN
@given(st.sampled_from([*FORMATS]), st.data())
def test_any_file_is_measured_or_refused_and_every_message_can_be_encoded(ending, data):
    files = st.builds(FORMATS[ending], st.sampled_from(TABLES))
    if ending == ".safetensors":
        files |= st.builds(as_safetensors, st.just(np.ones((2, 2))), texts)
    name = data.draw(st.just(f"table{ending}") | names)
    try:
        for tensor in tables(tensors(name, data.draw(damaged(files)))).values():
            f"{tensor.file} {tensor.name}".encode()
            with np.errstate(over="raise", invalid="raise"):
                assert np.isfinite(measures(tensor.table())).all()
    except TableError as error:
        str(error).encode()
