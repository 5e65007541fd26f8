"""`python -m tests.golden FOLDER` compares core with every golden file of a folder."""

import sys
from pathlib import Path

from tests.golden.folder import compare


def main(arguments):
    """Print a line for each disagreement and the count; 1 where there is one, 2 where no folder is named."""
    if len(arguments) != 1:
        print("usage: python -m tests.golden FOLDER", file=sys.stderr)
        return 2
    report = compare(Path(arguments[0]))
    print(*report.disagreements, sep="\n", end="\n" if report.disagreements else "")
    print(
        f"{report.matches} of {report.cases} cases agree ({report.values:,} values in {report.files} files), "
        f"{len(report.disagreements)} disagreements"
    )
    return 1 if report.disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
