"""A network of RapidOCR on OpenVINO."""

import sys
from importlib import metadata
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

# OpenVINO reports its import over the network if this package is installed.
sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]

import openvino  # noqa: E402


class OpenVinoNetwork:
    """A network with one input and one output, computed in float32.

    Any number of threads may call it; ``threads`` of them compute at once, on a core
    each.
    """

    runtime = f"openvino {metadata.version('openvino')}"

    def __init__(self, model: Path, *, threads: int) -> None:
        compiled: Any = openvino.Core().compile_model(
            model,
            "CPU",
            {
                # Processors with bfloat16 would use it and measure other areas.
                "INFERENCE_PRECISION_HINT": "f32",
                "NUM_STREAMS": threads,
                "INFERENCE_NUM_THREADS": threads,
                "ENABLE_CPU_PINNING": False,
                # Every size of image would be kept compiled, and saves no time.
                "CPU_RUNTIME_CACHE_CAPACITY": "0",
            },
        )
        self._requests: SimpleQueue[Any] = SimpleQueue()
        for _ in range(threads):
            self._requests.put(compiled.create_infer_request())

    def compute(self, batch: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return the network's output for ``batch``."""
        request = self._requests.get()
        try:
            request.infer([batch], share_inputs=True)
            # The request overwrites its output at its next call.
            output: npt.NDArray[np.float32] = request.get_output_tensor().data.copy()
            return output
        finally:
            self._requests.put(request)
