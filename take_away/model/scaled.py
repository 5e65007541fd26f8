"""Frequencies of a model under one of the scaling rules."""

import inspect

import numpy as np

from core.scaling import RULES


def scaled_frequencies(rule, base, rotary_dim, options):
    """Radians per token, shape (pairs,), of a rule by its name; an odd rotary_dim is rounded up to whole pairs."""
    frequencies = base ** (-2 * np.arange((rotary_dim + 1) // 2) / rotary_dim)
    return call(RULES[rule].function, {"base": base, **options}, frequencies)


def attention_factor(rule, options):
    """Factor on cosine and sine; scores grow by its square."""
    attention = getattr(RULES[rule], "attention", None)
    return call(attention, options) if attention else 1.0


def call(function, options, *inputs):
    """Call a function with those of the options that it takes."""
    names = inspect.signature(function).parameters.keys() & options.keys()
    return function(*inputs, **{name: options[name] for name in names})
