"""A file made on demand is fetched after other readers' runs have ended."""

import asyncio
import json

from tests.deploy.faults.download import take


def test_a_file_outlives_the_runs_that_end_before_it_is_fetched(replica):
    assert json.loads(asyncio.run(take(replica.url)))
