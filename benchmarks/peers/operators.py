"""torchvision beside a CPU build of torch, for peers alone.

torchvision's wheels are built against CUDA; on a CPU build of torch its compiled
operators do not load and the import fails where it describes two of them. Declaring
these is enough for everything that never calls them: every peer here.
"""

import runpy
import sys
from functools import cache

import torch

_OPERATORS = {
    "nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
}


@cache
def declare() -> None:
    """Make ``import torchvision`` work. Call it before."""
    if torch.version.cuda is None:
        for name, signature in _OPERATORS.items():
            torch.library.define(f"torchvision::{name}", signature)


if __name__ == "__main__":
    # python -m benchmarks.peers.operators MODULE ARGUMENTS…, as `python -m` would.
    declare()
    module = sys.argv[1]
    del sys.argv[0]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
