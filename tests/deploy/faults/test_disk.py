"""deploy/serve.py on file systems that cannot be written: it becomes ready and serves rooms."""

import asyncio

import psutil
import pytest

from tests.deploy.faults import disk
from tests.deploy.faults.reader import reading
from tests.deploy.faults.replica import replicas


async def read(url):
    """Exceptions shown at Home and in a room with a chart."""
    async with reading(url) as (reader,):
        runs = [await reader.go("similarity"), await reader.move("d_model", "64"), await reader.go("")]
    return [text for run in runs for text in run.exceptions]


def test_it_serves_on_a_full_disk(tmp_path):
    with replicas(1, HOME=str(tmp_path), TMPDIR=str(tmp_path)) as (replica,):
        replica.start(*disk.FULL)
        replica.await_ready()
        assert psutil.Process(replica.pid).rlimit(psutil.RLIMIT_FSIZE) == (0, 0)
        assert asyncio.run(read(replica.url)) == []


@pytest.mark.skipif(not disk.can_be_read_only(), reason=disk.NO_MOUNTS)
def test_it_serves_from_a_read_only_file_system(tmp_path):
    with replicas(1, HOME=str(tmp_path), TMPDIR=str(tmp_path)) as (replica,):
        replica.start(*disk.READ_ONLY)
        replica.await_ready()
        assert asyncio.run(read(replica.url)) == []
