"""Options of commands: what an engine took out, what it does not look at, and what is not read here."""

import json
import re
import shlex
from collections.abc import Iterator

from model_configs.finding import Finding, error, warning
from model_configs.forms import command_line
from model_configs.forms.command_line import BASE, BLOCK, ENCODING, LATENT, OLD_ROTARY, OTHER_FACTOR, ROTARY_OPTIONS
from model_configs.forms.form import MEGATRON, VLLM
from model_configs.forms.options import number
from model_configs.keys import STEP_OVER
from model_configs.model import Config

OTHERS = re.compile("--(?!.*fusion).*(rope|rotary|yarn|ntk).*")  # options that sound like position
KNOWN_OPTIONS = {*command_line.SIGNS, *ROTARY_OPTIONS, OTHER_FACTOR, LATENT, "--rope-scaling-factor"}
LONGEST_NAME = 60  # characters


def option_removed(config: Config) -> Iterator[Finding]:
    """The command has an option that its engine took out."""
    names = {option.partition(".")[0] for option in config.form.options}
    old = tuple(name for name in (BLOCK, BASE) if name in names)
    if config.form.kind == VLLM and old:
        block = config.source[STEP_OVER[1]]
        override = shlex.quote(json.dumps({STEP_OVER[1]: block}))
        yield error("option_removed", old[0], options=old, override=override)


def rotary_not_switched_on(config: Config) -> Iterator[Finding]:
    """Rotary options of Megatron-LM, without the option that switches rotary position on."""
    option = next((each for each in ROTARY_OPTIONS if each in config.form.options), None)
    if config.form.kind == MEGATRON and option and not {ENCODING, OLD_ROTARY} & {*config.form.options}:
        yield warning("rotary_not_switched_on", ENCODING, option=option)


def factor_for_latent_attention(config: Config) -> Iterator[Finding]:
    """The factor of multi-latent attention, beside the rule of Llama 3.1."""
    options = config.form.options
    if config.form.kind == MEGATRON and config.layer_types and {OTHER_FACTOR, "--use-rope-scaling"} <= {*options}:
        yield warning("factor_for_latent_attention", OTHER_FACTOR, by=number(options, OTHER_FACTOR))


def option_not_read(config: Config) -> Iterator[Finding]:
    """An option that sounds like position, and that is not read here."""
    for option in config.form.options:
        if option.partition(".")[0] not in KNOWN_OPTIONS and OTHERS.fullmatch(option.partition(".")[0]):
            yield warning("option_not_read", option[:LONGEST_NAME], option=option[:LONGEST_NAME])


CHECKS = (option_removed, rotary_not_switched_on, factor_for_latent_attention, option_not_read)
