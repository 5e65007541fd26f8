"""Write docs/findings.md from the sections beside the checks of configs: `make findings`."""

from pathlib import Path

from model_configs.records import FILES, SAYS, texts

PAGE = Path(__file__).with_name("findings.md")
MARK = "<!-- What follows is written by `make findings` from the sections beside the checks in model_configs/. -->"


def page() -> str:
    """The head of the page as it stands, and below it all sections without the sentences that are shown."""
    head = PAGE.read_text("utf-8").partition(MARK)[0]
    sections = (
        f"## {anchor}\n\n{text.partition(SAYS)[0]}" for name in FILES for anchor, text in texts(name).items()
    )
    return "\n\n".join([head + MARK, *sections]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
