"""What many runs, fast changes and other readers do to one another; bench/faults.py does more of each."""

import asyncio
import json
from urllib.request import urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.deploy.faults.load import drag_wildly, endure
from tests.deploy.faults.reader import Reader, reading

ROOM, QUERY = "model", "model_view=Numbers"  # which shows its download buttons at once
OTHERS, RUNS = 2, 3


class Taker(Reader):
    """A reader who presses a download button."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._button, self._file = "", ""

    async def press(self) -> str:
        """Have the file of the last button made, and give its path."""
        request = BackMsg()
        operation = request.backend_operation_request
        operation.request_id, operation.session_id, operation.deferred_file.file_id = "1", self._id, self._button
        await self._socket.send(request.SerializeToString())
        while not self._file:
            await self.hear()
        return self._file

    def _note(self, message: ForwardMsg) -> None:
        super()._note(message)
        if message.delta.new_element.WhichOneof("type") == "download_button":
            self._button = message.delta.new_element.download_button.deferred_file_id
        if message.HasField("backend_operation_response"):
            self._file = message.backend_operation_response.deferred_file.url


async def take(url: str) -> bytes:
    """The file, fetched only after other readers' runs."""
    taker = Taker(url)
    async with reading(url, OTHERS, "matrix") as others:
        await taker.open_stream()
        try:
            await taker.open(ROOM, QUERY)
            path = await taker.press()
            for _ in range(RUNS):
                await asyncio.gather(*(other.open("matrix") for other in others))
            return await asyncio.to_thread(_fetched, f"{url}{path}")
        finally:
            await taker.leave()


def _fetched(address: str) -> bytes:
    with urlopen(address, timeout=20) as answer:
        return answer.read()


def test_a_file_made_on_demand_outlives_the_runs_that_end_before_it_is_fetched(replica):
    assert json.loads(asyncio.run(take(replica.url)))


def test_the_last_value_of_a_drag_wins_and_nothing_follows(replica):
    drag = asyncio.run(drag_wildly(replica.url, 60))
    assert drag.other_texts  # else the last value could not be told from the first
    assert drag.runs < 30  # most values are skipped
    assert drag.after == 0


def test_memory_does_not_grow_with_every_run(replica):
    use = asyncio.run(endure(replica, runs=300, warm_up=100))
    assert use.exceptions == ()
    assert use.memory[-1] - use.memory[0] < 25  # MB, 0.08 a run
