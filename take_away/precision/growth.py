"""Errors that grow with the position, as step curves."""


def draw_growth(figure, columns):
    """The columns beside "up to position" on two logarithmic axes."""
    axes = figure.subplots()
    for name, values in columns.items():
        if name != "up to position":
            axes.step(columns["up to position"], values, where="post", label=name)
    axes.set(xscale="log", yscale="log", xlabel="up to position (tokens)", ylabel="error of (cos, sin), 0 to 2")
    axes.legend()
