"""Fifty people at work: as fast as they can, and at the pace of people."""

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
"""The form of the other tools; Subtext's is its protocol's."""
EXPLANATION = "Working late eats the night that the clock still shows. " * 6


class Desk(Protocol):
    """One person's browser. ``loop`` does the four steps, marking each as it is done."""

    async def loop(self, watch: "Watch") -> bool:
        """False when there was no work left. Raises RefusedError."""


class Watch:
    """Seconds of each request by its step."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {step: [] for step in STEPS}
        self._begun = 0.0

    def begin(self) -> None:
        self._begun = perf_counter()

    def mark(self, step: str) -> None:
        """The step has been answered; the next one begins."""
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
        """Seconds within which ``share`` of all requests, or of a step's, were answered."""
        steps = [step] if step else STEPS
        times = sorted(second for name in steps for second in self.seconds[name])
        if not times:
            return float("nan")
        return times[min(len(times) - 1, int(share * len(times)))]


async def once_each(desks: Sequence[Desk]) -> None:
    """A loop of everybody, one after the other: logged in, everything loaded."""
    for desk in desks:
        with suppress(RefusedError):
            await desk.loop(Watch())


async def as_fast_as_they_go(desks: Sequence[Desk], *, seconds: float) -> Load:
    """Everybody begins the next loop when the last is done."""
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
    """A loop is begun ``rate`` times a second by whoever has waited longest.

    People do not wait for the server to be fast: a loop begins when it is due, as long
    as anybody is free.
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
    """Each desk has a watch of its own: fifty people are at different steps at once."""
    own = Watch()
    own.begin()
    try:
        return await desk.loop(own)
    finally:
        for step, times in own.seconds.items():
            watch.seconds[step].extend(times)
