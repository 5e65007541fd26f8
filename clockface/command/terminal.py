"""What every command tells the shell and the terminal: the exit status, and lines that a terminal does not obey."""

import re

FINE, WRONG, UNREADABLE = 0, 1, 2  # exit status

CONTROL = dict.fromkeys(
    [*range(32), *range(127, 160), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)],
    "\N{REPLACEMENT CHARACTER}",
)  # and what turns the direction of writing
COMMAND_START = re.compile(r"^(\s*):(?=:)|(#)#(?=\[)")  # how a line begins a workflow command


def plain(text: str) -> str:
    """A line, or its beginning, without what a terminal or the log of a workflow would obey."""
    return COMMAND_START.sub("\\1\\2\N{REPLACEMENT CHARACTER}", text.translate(CONTROL))


def path(file: str) -> str:
    """The name of a file for the beginning of a line."""
    return plain(f"./{file}" if file.lstrip().startswith((":", "#")) else file)
