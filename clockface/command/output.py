"""What a command prints, for a page that runs it in the browser."""

from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper

from clockface.command import main


def output(arguments: Iterable[str]) -> str:
    """Standard output and standard error."""
    buffer = BytesIO()
    stream = TextIOWrapper(buffer, "utf-8", newline="\n")
    with redirect_stdout(stream), redirect_stderr(stream), suppress(SystemExit):
        main([*arguments])
    stream.flush()
    return buffer.getvalue().decode()
