"""A peer that does next to nothing."""

import os
from collections import Counter
from collections.abc import Sequence

from benchmarks.peers.serving import serve


def counted(words: Sequence[str]) -> dict[str, int]:
    return dict(Counter(words))


def failing() -> int:
    raise ValueError("no such word")


def noisy() -> list[str]:
    os.write(1, b"loading weights\n")
    return ["quiet"]


def dying() -> None:
    os._exit(3)


if __name__ == "__main__":
    serve(counted, failing, noisy, dying)
