"""Runs without pauses; bench/faults.py does 20,000 of them."""

import asyncio

from tests.deploy.faults.endurance import endure


def test_memory_does_not_grow_with_every_run(replica):
    found = asyncio.run(endure(replica, runs=300, warm_up=100))
    assert found.exceptions == ()
    assert found.growth < 25  # MB, 0.08 a run
