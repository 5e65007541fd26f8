"""Two replicas shared by all tests; a killed one is restarted for the next test that needs it."""

import pytest

from tests.deploy import proxy
from tests.deploy.faults.replica import Elsewhere, replicas, start_all


@pytest.fixture(scope="session")
def elsewhere():
    """The replicas' proxy for all other servers."""
    listener = Elsewhere()
    yield listener
    listener.close()


@pytest.fixture(scope="session")
def _fleet(elsewhere):
    with replicas(2, **elsewhere.variables) as pair:
        yield pair


@pytest.fixture
def replica(_fleet):
    """One ready replica."""
    start_all(_fleet[:1])
    return _fleet[0]


@pytest.fixture
def pair(_fleet):
    """Two ready replicas."""
    start_all(_fleet)
    return _fleet


@pytest.fixture
def url(pair, tmp_path):
    """Address of nginx in front of both replicas."""
    with proxy.proxying([replica.url for replica in pair], tmp_path) as address:
        yield address
