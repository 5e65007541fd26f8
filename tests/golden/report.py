"""`python -m tests.golden.report` writes what the room Verified shows of values by released code."""

import json

from core.teach.verified import RELEASED
from tests.golden.folder import checks
from tests.house import ROOT

FOLDER = ROOT / "tests/golden/beyond_text"
FILES = sorted([*FOLDER.glob("*.json"), *FOLDER.with_name("gpu").glob("*.json")])


def report():
    """Of each file its source and its checks: name, number of values and of equal ones, largest difference,
    what is allowed."""
    rows = []
    for path in FILES:
        results = [check.run() for check in checks(path)]
        cases = [
            [each.check.name, len(each.differences), each.equal, float(f"{each.largest:.3g}"), each.check.tolerance]
            for each in results
        ]
        rows.append({"file": path.name, "source": results[0].check.source, "cases": cases})
    return rows


if __name__ == "__main__":
    RELEASED.parent.mkdir(exist_ok=True)
    RELEASED.write_text(json.dumps(report(), indent=1, ensure_ascii=False) + "\n", "utf-8")
