from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from threading import Barrier

import pytest
from kombu import Connection, Exchange, Queue

from core.broker.transports import FILES, register_transports

# Kombu remembers for the whole process which queues it has declared, so each test has
# a queue of its own.


@pytest.fixture
def address(tmp_path: Path) -> Connection:
    register_transports()
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    return Connection(
        f"{FILES}://localhost",
        transport_options={
            "data_folder_in": str(tmp_path / "queue"),
            "data_folder_out": str(tmp_path / "queue"),
            "control_folder": str(tmp_path / "control"),
            "polling_interval": 0.01,
        },
    )


def test_messages_come_in_the_order_in_which_they_were_sent(
    address: Connection,
) -> None:
    with address as connection:
        queue = connection.SimpleQueue("one")
        for number in range(20):
            queue.put(number)
        assert [queue.get(timeout=5).payload for _ in range(20)] == list(range(20))


def at_once(threads: int, work: Callable[[int, Barrier], None]) -> None:
    together = Barrier(threads)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads), [together] * threads))


def test_workers_that_start_at_once_all_hear_what_goes_to_everybody(
    address: Connection,
) -> None:
    for turn in range(40):
        everybody = Exchange(f"everybody-{turn}", type="fanout")

        def start(number: int, together: Barrier, to: Exchange = everybody) -> None:
            with address.clone() as connection:
                queue = Queue(f"{to.name}-{number}", to)(connection.channel())
                together.wait()
                queue.declare()

        at_once(8, start)
        with address.clone() as connection:
            channel = connection.channel()
            connection.Producer(channel, everybody).publish("Stop.")
            for number in range(8):
                queue = Queue(f"{everybody.name}-{number}", everybody)(channel)
                message = queue.get(no_ack=True)
                assert message is not None
                assert message.payload == "Stop."


def test_what_is_sent_in_the_first_moment_arrives(address: Connection) -> None:
    for turn in range(40):

        def send(number: int, together: Barrier, to: str = f"first-{turn}") -> None:
            with address.clone() as connection:
                together.wait()
                connection.SimpleQueue(to).put(number)

        at_once(8, send)
        with address.clone() as connection:
            queue = connection.SimpleQueue(f"first-{turn}")
            got = {queue.get(timeout=5).payload for _ in range(8)}
        assert got == set(range(8))


def test_each_message_reaches_one_reader_whole(address: Connection) -> None:
    """Readers poll while writers write; a half-written message would not be JSON."""
    sent = 150

    def write(part: int) -> None:
        with address.clone() as connection:
            queue = connection.SimpleQueue("many")
            for number in range(sent):
                queue.put({"id": part * sent + number, "text": "x" * 20_000})

    def read() -> list[int]:
        got = []
        with address.clone() as connection:
            queue = connection.SimpleQueue("many")
            while True:
                try:
                    message = queue.get(timeout=3)
                except Empty:
                    return got
                message.ack()
                got.append(message.payload["id"])

    with ThreadPoolExecutor() as pool:
        readers = [pool.submit(read) for _ in range(3)]
        list(pool.map(write, range(2)))
        got = [number for reader in readers for number in reader.result()]
    assert sorted(got) == list(range(2 * sent))


def test_nothing_is_left_behind(address: Connection, tmp_path: Path) -> None:
    with address as connection:
        queue = connection.SimpleQueue("read")
        queue.put("message")
        assert len(list(tmp_path.rglob("*.msg"))) == 1
        queue.get(timeout=5).ack()
    assert [path.name for path in tmp_path.rglob("*.msg")] == []
