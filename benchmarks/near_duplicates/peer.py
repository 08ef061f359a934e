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
        pairs_by_name = method.find_duplicates(encoding_map=hashes)
    pairs = {
        (min(name, copy), max(name, copy))
        for name, copies in pairs_by_name.items()
        for copy in copies
    }
    return {
        "measuring": measuring.clock,
        "searching": searching.clock,
        "processor": measuring.processor + searching.processor,
        "pairs": sorted(pairs),
    }


if __name__ == "__main__":
    serve(search)
