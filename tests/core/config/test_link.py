"""A config in an address: packing and unpacking, and untrusted input."""

import base64
import json
import zlib

import pytest

from core.config.link import LONGEST, MOST, POSITION, pack, unpack
from core.config.presets import PRESETS
from core.inputs.entries import ConfigError
from core.model_config import read_config


def packed(data):
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def test_every_preset_opens_again_as_it_was():
    for preset in PRESETS.values():
        config = read_config(preset.config)
        again = unpack(pack(config))
        assert again == config
        assert [str(finding) for finding in again.findings()] == [str(finding) for finding in config.findings()]


def test_only_what_speaks_of_position_is_packed():
    secret = {"_name_or_path": "/home/someone/secret", "auth": "hunter2", "vocab_size": 3}
    config = read_config(PRESETS["Llama-2-7B"].config | secret)
    assert set(unpack(pack(config)).source) <= POSITION
    assert pack(config) == pack(read_config(PRESETS["Llama-2-7B"].config))


def test_it_needs_no_escaping_in_an_address():
    assert all(
        letter.isalnum() or letter in "-_"
        for preset in PRESETS.values()
        for letter in pack(read_config(preset.config))
    )


def test_what_is_too_long_is_not_packed():
    names = [f"layer {number} of {number**7 % 9973}" for number in range(4000)]
    assert pack(read_config(PRESETS["Llama-2-7B"].config | {"layer_types": names})) is None


WHOLE = packed(json.dumps(dict(PRESETS["Llama-2-7B"].config)).encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%",
        "é",
        "AAAA",
        "eNp1",
        WHOLE[:-9],
        WHOLE[3:],
        "A" * (LONGEST + 1),
        packed(b"\xff\xfe"),
        packed(b"[1]"),
        packed(b"{" * 500),
        packed(b" " * (MOST + 1)),
        packed(b'{"hidden_size": -1}'),
        packed(b'{"a": NaN}'),
    ],
)
def test_what_cannot_be_opened_is_refused(text):
    with pytest.raises(ConfigError):
        unpack(text)


def test_a_bomb_is_not_unpacked():  # 500 MB of zeros, deflated twice, fit into an address
    bomb = zlib.compressobj(9)
    data = b"".join([bomb.compress(bytes(10**6)) for _ in range(3)]) + bomb.flush()
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    assert len(text) <= LONGEST
    with pytest.raises(ConfigError, match="when unpacked"):
        unpack(text)


def test_a_number_that_json_cannot_write_stays_present():  # its presence alone may name the encoding
    config = read_config('{"hidden_size": 64, "num_attention_heads": 4, "relative_attention_num_buckets": NaN}')
    assert unpack(pack(config)).scheme == config.scheme == "T5"
