"""Any config, command and link is read or refused by name; what is read can be shown and taken away."""

import base64
import json
import zlib
from contextlib import suppress

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from model_configs.engines import llama_cpp, vllm
from model_configs.entries import ConfigError
from model_configs.forms.launch import commands
from model_configs.lengths import first_target, lengthen
from model_configs.link import pack, unpack
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths, reading
from model_configs.rewrite import STYLES, changes, corrected
from tests.model_configs.mutated import configs, pasted
from tests.support.untrusted import OFTEN, damaged, texts


def read_or_refuse(text):
    """The config of which all that says what is wrong can be encoded, or None with a refusal that can be."""
    try:
        config = read_config(text)
    except ConfigError as error:
        str(error).encode()
        return None
    for finding in config.findings():
        "".join(finding).encode()
    for kind in config.layer_types:
        with suppress(ConfigError):  # the rule's values lead to a division by 0
            assert np.isfinite(kind.frequencies().inverse).all()
    return config


@OFTEN
@given(pasted)
def test_a_config_is_read_or_refused(text):
    config = read_or_refuse(text)
    packed = config and pack(config)
    if packed:
        unpack(packed)


@given(configs)
def test_what_is_read_can_be_lengthened_and_taken_away(text):
    """Only a config whose wavelengths are refused need not."""
    config = read_or_refuse(text)
    if config is None:
        return
    target = first_target(config)
    with suppress(ConfigError):
        for kind in config.layer_types:
            lengthened = pair_wavelengths(kind, target, rewritten=lengthen(kind, target))
            reading(pair_wavelengths(kind, target), lengthened)
        for style in STYLES if config.layer_types else ():
            json.dumps([changes(config, target, style), corrected(config, target, style)]).encode()
            (vllm(config, target).text + llama_cpp(config, target).text).encode()
        config.findings(target)


LAUNCHES = {
    "compose.yaml": "services:\n  a:\n    image: vllm/vllm-openai:v0.20\n    command: [--hf-overrides, '{}']\n",
    "run.sh": "set -e\nexec vllm serve m \\\n  --hf-overrides '{}' && echo\n",
    "Dockerfile": "FROM vllm/vllm-openai:v0.20\nENTRYPOINT vllm serve m\nCMD --hf-overrides '{}'\n",
    "Modelfile": "FROM m:8b\nPARAMETER num_ctx 131072\n# {}\n",
}


@OFTEN
@given(st.sampled_from([*LAUNCHES]), st.data())
def test_each_command_of_a_launch_file_is_read_or_refused(name, data):
    text = data.draw(damaged(configs.map(lambda config: LAUNCHES[name].format(config[:2000]))))
    for command in commands(name, text):
        assert 0 <= command.start <= len(text)
        read_or_refuse(command.text)


@OFTEN
@given(
    texts
    | damaged(
        damaged(configs.map(lambda config: zlib.compress(config.encode("utf-8", "surrogatepass"), 1))).map(
            lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
        )
    )
)
def test_a_config_in_a_link_is_read_or_refused(packed):
    with suppress(ConfigError):
        unpack(packed)
