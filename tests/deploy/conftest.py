"""Asynchronous tests, marked `anyio`, run in asyncio."""

import pytest


@pytest.fixture
def anyio_backend():
    return "asyncio"
