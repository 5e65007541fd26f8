"""Kinds of pictures: how the columns of a table are drawn; `axes` are options of Matplotlib's `Axes.set`."""

import numpy as np


def draw_curves(figure, columns, **axes):
    """Every column against the first."""
    plot, (x, *names) = figure.subplots(), columns
    for name in names:
        plot.plot(columns[x], columns[name], label=name)
    plot.set(**axes)
    if 1 < len(names) <= 12:
        plot.legend()


def draw_cells(figure, columns, rows="position", limit=None, **axes):
    """Signed values as colours, zero white; a row for each entry of the column `rows`, where there is one."""
    names = [name for name in columns if name != rows]
    values = np.stack([columns[name] for name in names], axis=1)  # (rows, columns)
    places = columns.get(rows, range(len(values)))
    limit, plot = limit or np.nanmax(np.abs(values)), figure.subplots()
    image = plot.imshow(values, cmap="RdBu_r", vmin=-limit, vmax=limit, aspect="auto")
    for axis, labels in ((plot.xaxis, names), (plot.yaxis, places)):
        at = np.arange(0, len(labels), -(-len(labels) // 8))
        axis.set_ticks(at, [labels[index] for index in at])
    plot.set(**axes)
    figure.colorbar(image)


def draw_errors(figure, columns, unit="", **axes):
    """Errors as colours on a logarithmic scale, a row for each column, over runs from the first to the second."""
    plot, (first, last, *rows) = figure.subplots(), columns
    edges = np.append(columns[first], columns[last][-1] + 1)
    values = np.log10(np.clip([columns[row] for row in rows], 1e-4, 2))
    places = np.arange(len(rows) + 1) - 0.5
    image = plot.pcolormesh(edges, places, values, cmap="Purples", vmin=-4, vmax=np.log10(2))
    at = np.arange(0, len(rows), -(-len(rows) // 8))
    plot.set_yticks(at, [rows[index] for index in at])
    plot.set(**axes)
    plot.invert_yaxis()
    figure.colorbar(image, label=unit)


def draw_panels(figure, columns, ylabel="", **axes):
    """A row of axes for each column, against the first."""
    x, *names = columns
    plots = figure.subplots(max(len(names), 1), sharex=True, squeeze=False)[:, 0]
    for plot, name in zip(plots, names, strict=False):
        plot.plot(columns[x], columns[name])
        plot.set(title=name, ylabel=ylabel)
    plots[-1].set(**axes)


def draw_bars(figure, columns, **axes):
    """Every column as bars over the first."""
    plot, (x, *names) = figure.subplots(), columns
    at, width = np.arange(len(columns[x])), 1 / (len(names) + 1)
    for place, name in enumerate(names):
        plot.bar(at + place * width, columns[name], width, label=name)
    plot.set(**axes)
    plot.set_xticks(at, columns[x])
    plot.legend()


def draw_steps(figure, columns, **axes):
    """Every column against the first, level from each entry to the next."""
    plot, (x, *names) = figure.subplots(), columns
    for name in names:
        plot.step(columns[x], columns[name], where="post", label=name)
    plot.set(**axes)
    plot.legend()


def draw_runs(figure, columns, **axes):
    """Every other column over runs from the first column to the second."""
    plot, (first, last, *names) = figure.subplots(), columns
    for number, name in enumerate(names):
        plot.hlines(columns[name], columns[first], columns[last], label=name, color=f"C{number}")
    plot.set(**axes)
    plot.legend()


def draw_stairs(figure, columns, **axes):
    """The second column as stairs over the first, and the first itself for comparison."""
    plot, (x, stairs, *_) = figure.subplots(), columns
    plot.plot(columns[x], columns[x], ":", color="black", label="exact")
    plot.step(columns[x], columns[stairs], "o-", where="mid", label=stairs)
    plot.set(**axes)
    plot.legend()


def draw_marks(figure, columns, **axes):
    """Values of the second column as short lines, a row for each name in the first."""
    plot, (names, values, *_) = figure.subplots(), map(np.asarray, columns.values())
    rows = list(dict.fromkeys(names.tolist()))
    plot.eventplot([values[names == name] for name in rows], lineoffsets=range(len(rows)), linelengths=0.6)
    plot.set(yticks=range(len(rows)), yticklabels=rows, **axes)


def draw_arrows(figure, columns, **axes):
    """Arrows from the middle, the last two columns: downwards and to the right."""
    plot, (_, y, x) = figure.subplots(), columns.values()
    start = np.zeros(len(x))
    plot.quiver(start, start, x, y, angles="xy", scale_units="xy", scale=1, width=0.003)
    plot.set(xlim=(-1, 1), ylim=(1, -1), aspect="equal", **axes)


def draw_clocks(figure, columns):
    """A clock for each entry of the first column; the last two are degrees: of its hand, then on to its ghost."""
    title, *_, hand, ghost = columns
    names, later = columns[title], np.add(columns[hand], columns[ghost])
    for number, (name, *degrees) in enumerate(zip(names, later, columns[hand], strict=True)):
        clock = figure.add_subplot(-(-len(names) // 6), 6, number + 1, aspect="equal")
        for angle, colour in zip(np.radians(degrees), ("lightgrey", "tab:blue"), strict=True):
            clock.plot([0, np.sin(angle)], [0, np.cos(angle)], color=colour, linewidth=3)
        clock.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), xticks=[], yticks=[], title=f"{title} {name}")
    figure.supxlabel("sine")
    figure.supylabel("cosine")


def draw_rows(figure, columns):
    """A table of words and numbers."""
    plot = figure.subplots()
    plot.table([[str(cell) for cell in row] for row in zip(*columns.values(), strict=True)], colLabels=[*columns])
    plot.axis("off")


def draw_circles(figure, columns):
    """Dots of a circle for every two columns after the first: across and up."""
    _, *names = columns
    for number, (across, up) in enumerate(zip(names[::2], names[1::2], strict=True)):
        plot = figure.add_subplot(-(-len(names) // 12), min(len(names) // 2, 6), number + 1, aspect="equal")
        plot.plot(columns[across], columns[up], ".", markersize=2)
        plot.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), xticks=[], yticks=[], title=across.removesuffix(" sine"))
