"""Fifty simulated annotators: at full speed, and at the pace of people."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple, Protocol

from benchmarks.annotate_loop.http import RefusedError

STEPS = ("next", "draft", "draft again", "submit")
LABELS = {
    "difficulty": ["easy", "middle", "hard"],
    "domain": ["life", "art", "society"],
    "emotion": ["positive", "neutral", "negative"],
}
"""Labels in the other tools; Subtext uses those of its protocol."""
EXPLANATION = "Working late eats the night that the clock still shows. " * 6


class Desk(Protocol):
    """One person's browser. ``loop`` does the four steps and marks each."""

    async def loop(self, watch: "Watch") -> bool:
        """Return False if no work is left. Raises RefusedError."""


class Watch:
    """Seconds of each request by its step."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {step: [] for step in STEPS}
        self._begun = 0.0

    def begin(self) -> None:
        self._begun = perf_counter()

    def mark(self, step: str) -> None:
        """End a step and begin the next one."""
        now = perf_counter()
        self.seconds[step].append(now - self._begun)
        self._begun = now


class Load(NamedTuple):
    loops: int
    wall: float
    failed: Sequence[str]
    seconds: Mapping[str, Sequence[float]]

    @property
    def rate(self) -> float:
        return self.loops / self.wall if self.wall else 0.0

    def percentile(self, share: float, step: str | None = None) -> float:
        """Return the seconds within which a ``share`` of all requests, or a step's, end."""
        steps = [step] if step else STEPS
        times = sorted(second for name in steps for second in self.seconds[name])
        if not times:
            return float("nan")
        return times[min(len(times) - 1, int(share * len(times)))]


async def once_each(desks: Sequence[Desk]) -> None:
    """Do one loop per person, one after the other, so that everything is loaded."""
    for desk in desks:
        with suppress(RefusedError):
            await desk.loop(Watch())


async def as_fast_as_they_go(desks: Sequence[Desk], *, seconds: float) -> Load:
    """Let every person begin the next loop when the last one is done."""
    watch, failed = Watch(), list[str]()
    begun = perf_counter()
    until = begun + seconds

    async def work(desk: Desk) -> int:
        done = 0
        while perf_counter() < until:
            try:
                if not await _timed(desk, watch):
                    break
                done += 1
            except RefusedError as error:
                failed.append(str(error))
                await asyncio.sleep(0.05)
        return done

    loops = sum(await asyncio.gather(*map(work, desks)))
    return Load(loops, perf_counter() - begun, failed, watch.seconds)


async def at_a_pace(desks: Sequence[Desk], *, rate: float, seconds: float) -> Load:
    """Begin ``rate`` loops per second, each by the person who has waited longest.

    A loop begins when it is due, however slow the server is, if a person is free.
    """
    watch, failed = Watch(), list[str]()
    free: asyncio.Queue[Desk] = asyncio.Queue()
    for desk in desks:
        free.put_nowait(desk)
    done = 0

    async def work(desk: Desk) -> None:
        nonlocal done
        try:
            worked = await _timed(desk, watch)
            done += worked
        except RefusedError as error:
            failed.append(str(error))
        free.put_nowait(desk)

    begun = perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - perf_counter()))
            group.create_task(work(await free.get()))
    return Load(done, perf_counter() - begun, failed, watch.seconds)


async def _timed(desk: Desk, watch: Watch) -> bool:
    """Give each desk its own watch, because people are at different steps at once."""
    own = Watch()
    own.begin()
    try:
        return await desk.loop(own)
    finally:
        for step, times in own.seconds.items():
            watch.seconds[step].extend(times)
