"""Look for known vulnerabilities of the libraries in requirements.lock with pip-audit.

Exit status 1 if a vulnerability is found or pip-audit fails. If its source of advisories cannot be reached, or does
not know a library, that is printed as NOT AUDITED and is no error: `make lint` has to work without internet.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
OPTIONS = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--timeout=10", "--format=json")
UNREACHABLE = re.compile(r"(Connection|Proxy|SSL|HTTP)Error|(Connect|Read)Timeout|Could not connect")


def audit() -> str:  # raises SystemExit if it finds a vulnerability, or fails for another reason than the network
    """Run pip-audit on the lock; a summary."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip_audit", "--requirement", "requirements.lock", *OPTIONS]
        run = subprocess.run(
            [*command, "--output", str(report)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        return summary(report.read_text("utf-8") if report.exists() else None, run.stderr)


def summary(report: str | None, messages: str) -> str:
    """Summary of a report, or of the messages of a pip-audit that has not written one."""
    if report is None:
        if UNREACHABLE.search(messages):
            return "NOT AUDITED: no library, since the source of advisories cannot be reached from here"
        raise SystemExit(f"pip-audit failed:\n{messages}")
    libraries = json.loads(report)["dependencies"]
    flaws = [f"{one['name']} {one['version']}: {flaw['id']}" for one in libraries for flaw in one.get("vulns", [])]
    if flaws:
        raise SystemExit("\n".join(["known vulnerabilities:", *flaws]))
    unknown = [one["name"] for one in libraries if "skip_reason" in one]
    audited = f"{len(libraries) - len(unknown)} libraries audited: no known vulnerabilities"
    return (
        f"{audited}\nNOT AUDITED, unknown to the source of advisories: {', '.join(unknown)}" if unknown else audited
    )


if __name__ == "__main__":
    print(audit())
