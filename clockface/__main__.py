"""The command `clockface`, also as `python -m clockface`."""

import signal
import sys


def main() -> int:
    """Run the command; Ctrl-C ends it without a traceback, also while its modules are loading."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from clockface.command import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
