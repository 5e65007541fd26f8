"""deploy/serve.py on file systems that cannot be written: it becomes ready and serves rooms."""

import asyncio
import subprocess

import psutil
import pytest

from tests.deploy.faults.reader import reading
from tests.deploy.faults.replica import replicas

FULL = ("sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
"""Files can be created, but no byte can be written, as on a full disk."""

_NO_WRITING = """
while read -r _ place _; do
  case $place in /proc* | /sys* | /dev | /dev/pts) ;; *) mount -o remount,bind,ro "$place" 2> /dev/null ;; esac
done < /proc/self/mounts
for place in . "$HOME" "$TMPDIR" /tmp /var/tmp /dev/shm; do
  if [ -w "$place" ]; then echo "$place can be written"; exit 97; fi
done
exec "$@"
"""
READ_ONLY = ("unshare", "--map-root-user", "--mount", "sh", "-c", _NO_WRITING, "sh")
"""The same files in a mount namespace in which none of them can be written."""
NO_MOUNTS = "mount namespaces are not allowed here (unshare --map-root-user --mount)"


def can_be_read_only() -> bool:
    """Whether mount namespaces are allowed; many containers forbid them."""
    try:
        return subprocess.run([*READ_ONLY, "true"], capture_output=True, timeout=30, check=False).returncode == 0
    except FileNotFoundError:
        return False


async def read(url):
    """Exceptions shown at Home and in a room with a chart."""
    async with reading(url) as (reader,):
        runs = [await reader.go("similarity"), await reader.move("d_model", "64"), await reader.go("")]
    return [text for run in runs for text in run.exceptions]


NEEDS_MOUNTS = pytest.mark.skipif(not can_be_read_only(), reason=NO_MOUNTS)


@pytest.mark.parametrize("inside", [FULL, pytest.param(READ_ONLY, marks=NEEDS_MOUNTS)], ids=["full", "read-only"])
def test_it_serves_on_a_full_disk_and_from_a_read_only_file_system(tmp_path, inside):
    with replicas(1, HOME=str(tmp_path), TMPDIR=str(tmp_path)) as (replica,):
        replica.start(*inside)
        replica.await_ready()
        assert inside != FULL or psutil.Process(replica.pid).rlimit(psutil.RLIMIT_FSIZE) == (0, 0)
        assert asyncio.run(read(replica.url)) == []
