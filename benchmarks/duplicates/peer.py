"""imagededup's perceptual hash at its defaults, on a folder (runs in .venv-peers)."""

from time import perf_counter

from benchmarks.peers.operators import declare
from benchmarks.peers.processor import processor_seconds
from benchmarks.peers.serving import serve

declare()

from imagededup.methods import PHash  # noqa: E402 - torchvision imports only now


def search(folder: str) -> dict[str, object]:
    """Pairs of file names, and the seconds that hashing and searching took.

    imagededup's own processes, one a core, are what its defaults start.
    """
    method = PHash(verbose=False)
    used, begun = processor_seconds(), perf_counter()
    hashes = method.encode_images(image_dir=folder)
    hashed = perf_counter()
    found = method.find_duplicates(encoding_map=hashes)
    done = perf_counter()
    used = processor_seconds() - used
    pairs = {
        (min(one, other), max(one, other))
        for one, others in found.items()
        for other in others
    }
    return {
        "measuring": hashed - begun,
        "searching": done - hashed,
        "processor": used,
        "pairs": sorted(pairs),
    }


if __name__ == "__main__":
    serve(search)
