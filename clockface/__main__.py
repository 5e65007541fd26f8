"""`python -m clockface`, the same as the command `clockface`."""

import sys

from clockface.command import main

if __name__ == "__main__":
    sys.exit(main())
