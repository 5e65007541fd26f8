"""Values of a scheme's parameters."""

from core.inputs.parameter import Choice


def parameter_ends(scheme):
    """Every parameter at every option, or at its first and last stop, one at a time."""
    yield {}
    for parameter in scheme.parameters:
        if isinstance(parameter, Choice):
            yield from ({parameter.name: option} for option in parameter.options)
        else:
            yield from ({parameter.name: stop} for stop in (parameter.stops[0], parameter.stops[-1]))
