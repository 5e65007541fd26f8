"""How a file is refused: messages that name the file, the rule and the value."""

from typing import NoReturn

NAME_CHARACTERS = 60  # of a name from a file that a message repeats


class TableError(ValueError):
    """A file that is not read as a table."""


def refuse(label: str, reason: str) -> NoReturn:
    """Raise a TableError that consists of the label and the reason."""
    raise TableError(f"{label} {reason}.") from None


def label_of(file: str, name: str = "") -> str:
    """The file and the tensor in it, as messages name them."""
    return ": ".join(printable(part) for part in (file, name) if part)


def printable(name: str) -> str:
    """A name from a file, shortened and without control characters."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in name[:NAME_CHARACTERS])
    return shown + "…" * (len(name) > NAME_CHARACTERS)


def shape_text(shape: tuple[int, ...]) -> str:
    """Such as "256 × 64"."""
    sizes = " × ".join(count_text(size) for size in shape[:6]) or "of a single number"
    return sizes + " × …" * (len(shape) > 6)


def count_text(number: int) -> str:
    """Such as "1,048,576"; numbers of more than 15 digits are not written out."""
    return f"{number:,}" if abs(number) < 10**15 else "more than 10^15"


def bytes_text(number: int) -> str:
    """Such as "20 MB", with a million bytes to the MB as the uploader counts them."""
    if number >= 10**18:
        return "more than a million TB"
    for power, unit in ((12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")):
        if number >= 10**power:
            return f"{number / 10**power:,.4g} {unit}"
    return f"{number} bytes"
