"""imagededup's perceptual hash at its defaults, on a folder (runs in .venv-peers)."""

from benchmarks.measuring import Cost
from benchmarks.peers.operators import declare
from benchmarks.peers.serving import serve

declare()

from imagededup.methods import PHash  # noqa: E402 - torchvision imports only now


def search(folder: str) -> dict[str, object]:
    """Pairs of file names, and the seconds that hashing and searching took.

    imagededup's own processes, one a core, are what its defaults start.
    """
    method = PHash(verbose=False)
    with Cost() as measuring:
        hashes = method.encode_images(image_dir=folder)
    with Cost() as searching:
        found = method.find_duplicates(encoding_map=hashes)
    pairs = {
        (min(one, other), max(one, other))
        for one, others in found.items()
        for other in others
    }
    return {
        "measuring": measuring.clock,
        "searching": searching.clock,
        "processor": measuring.processor + searching.processor,
        "pairs": sorted(pairs),
    }


if __name__ == "__main__":
    serve(search)
