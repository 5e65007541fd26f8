"""The years in which the schemes came."""

from take_away.finish import finish

names = ["learned", "sinusoidal", "Shaw", "T5", "RoPE", "ALiBi", "NoPE", "KERPLE", "xPos", "FIRE"]
years = [2017, 2017, 2018, 2019, 2021, 2021, 2022, 2022, 2022, 2023]

columns = {"scheme": names, "year": years}


def draw(figure):
    axes = figure.subplots()
    axes.plot(years, range(len(names)), "o")
    axes.set(xlabel="year of the first paper", yticks=range(len(names)), yticklabels=names)
    axes.invert_yaxis()


if __name__ == "__main__":
    finish("timeline", columns, draw)
