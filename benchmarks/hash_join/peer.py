"""FAISS's flat binary index, all queries at once (runs in .venv-peers)."""

import faiss
import numpy as np

from benchmarks.measuring import Cost
from benchmarks.peers.serving import serve


def join(hashes: str, radius: int, pairs: str) -> dict[str, float]:
    """Self-join the hashes in one .npy file; the pairs i < j go to another."""
    table = np.load(hashes)
    rows = table.view(np.uint8).reshape(-1, 8)
    with Cost() as cost:
        index = faiss.IndexBinaryFlat(64)
        index.add(rows)
        # FAISS finds what is nearer than the radius.
        limits, _, found = index.range_search(rows, radius + 1)
        left = np.repeat(np.arange(len(rows)), np.diff(limits.astype(np.int64)))
        upwards = left < found
        table = np.stack([left[upwards], found[upwards]], axis=1)
    np.save(pairs, table)
    threads = faiss.omp_get_max_threads()
    return {"seconds": cost.clock, "processor": cost.processor, "threads": threads}


if __name__ == "__main__":
    serve(join)
