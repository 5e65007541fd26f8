"""Scaling rules called with what they take of a model's lengths."""

import inspect

import numpy as np


def call(function, *inputs, **model):
    """A function of a rule with those of the model's values that it takes."""
    names = inspect.signature(function).parameters.keys() & model.keys()
    return function(*inputs, **{name: model[name] for name in names})


def scale(rule, frequencies, model):
    """Frequencies under a rule, radians per token; example divisors where a rule needs a list of them."""
    examples = getattr(rule, "example_arguments", None)
    return call(rule.function, frequencies, **(examples(len(frequencies)) if examples else {}) | model)


def model_of(base, original, target):
    """The values that rules take; lengths in tokens."""
    return {"base": base, "original": original, "factor": target / original, "sequence_length": target}


def unseen_share(trained_frequency, frequency, original, target):
    """Share of the positions up to target at which a pair is at an angle never seen in training."""
    arc, turn = original * trained_frequency, 2 * np.pi  # radians
    return np.mean(np.arange(target) * frequency % turn >= arc) if arc < turn else 0.0
