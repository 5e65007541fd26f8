"""nginx with the shipped configuration in front of local replicas.

`python -m tests.deploy.proxy` looks for nginx and installs the distribution's package where that starts no service:
as root on a system without systemd, such as a container. Elsewhere the tests that need nginx are skipped.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.deploy.local_server import free_port, listens, wait
from tests.house import ROOT

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
PLACES = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin"
NO_NGINX = "there is no nginx (package nginx-light of Debian and Ubuntu)"


def executable() -> str | None:
    """Path of nginx; None if it is not installed."""
    return program_path("nginx")


def program_path(program: str) -> str | None:
    """Path of a program of the distribution, also of one for administrators; None if it is not installed."""
    return shutil.which(program, path=PLACES)


def install(package: str = "nginx-light", program: str = "nginx", missing: str = NO_NGINX) -> str:
    """Find a program or install its package where that starts no service; its path, or why there is none."""
    if (
        not program_path(program)
        and os.geteuid() == 0
        and not Path("/run/systemd/system").exists()
        and shutil.which("apt-get")
    ):
        apt = ("timeout", "300", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
        subprocess.run([*apt, "update"], check=False)
        subprocess.run([*apt, "install", "--yes", "--no-install-recommends", package], check=False)
    return program_path(program) or f"{missing}; tests that need it are skipped"


@contextmanager
def proxying(replicas: Sequence[str], folder: Path) -> Iterator[str]:
    """Address of an nginx in front of these replicas; its files are in `folder`."""
    port = free_port()
    process = start(write(replicas, folder, port), folder)
    try:
        wait(process, lambda: listens(port), (folder / "nginx.log").read_text)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def write(replicas: Sequence[str], folder: Path, port: int = 8080) -> Path:
    """Write the shipped configuration with addresses instead of names and `folder` instead of /tmp.

    `resolve` is removed, since Debian's nginx is older than 1.27.3.
    """
    text = CONFIGURATION.read_text("utf-8")
    servers = "\n".join(f"    server {urlsplit(url).netloc} \\g<rules>;" for url in replicas)
    text, changed = re.subn(
        r"(?:^ +server \S+ resolve (?P<rules>.*);\n)+", f"{servers}\n", text, flags=re.MULTILINE
    )
    assert changed == 1
    text = text.replace("include mime.types", "include /etc/nginx/mime.types").replace("/tmp/", f"{folder}/")
    path = folder / "nginx.conf"
    path.write_text(text.replace("listen 8080 ", f"listen 127.0.0.1:{port} "), "utf-8")
    return path


def start(configuration: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Run nginx in the foreground; its log goes into `folder`, which other users may not be able to read."""
    rules = "daemon off; user root;" if os.geteuid() == 0 else "daemon off;"
    with (folder / "nginx.log").open("w") as log:
        command = [executable() or "nginx", "-e", "stderr", "-g", rules, "-c", str(configuration)]
        return subprocess.Popen(command, stdout=log, stderr=log)


if __name__ == "__main__":
    print("nginx for the tests of deploy/nginx.conf:", install())
