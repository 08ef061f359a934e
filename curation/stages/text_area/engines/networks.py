"""The network that finds text, computed by OpenVINO or by ONNX Runtime."""

from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from rapidocr.inference_engine.base import FileInfo, InferSession
from rapidocr.inference_engine.onnxruntime import OrtInferSession

from core.domain.processors import is_intel
from curation.stages.text_area.engines.base import import_for_engine

Batch = npt.NDArray[np.float32]

_OPENVINO = "curation.stages.text_area.engines.openvino_network"


class OcrNetwork(Protocol):
    """A network with one input and one output that any thread may call."""

    runtime: str
    """What computes it: a package and its version."""

    def compute(self, batch: Batch) -> Batch:
        """Return the network's output for ``batch``."""
        ...


class OnnxNetwork:
    """A network on ONNX Runtime, which computes in the calling thread."""

    runtime = f"onnxruntime {metadata.version('onnxruntime')}"

    def __init__(self, cfg: Any) -> None:
        self._session: Any = OrtInferSession(cfg)

    def compute(self, batch: Batch) -> Batch:
        output: Batch = self._session(batch)
        return output


def load_detection_network(cfg: Any, runtime: str, *, threads: int) -> OcrNetwork:
    """Load RapidOCR's detector from its configuration.

    ``runtime`` is ``openvino``, ``onnxruntime`` or ``auto``: OpenVINO where it is
    installed and faster, on Intel's processors. Raises EngineUnavailableError when its
    package is not installed.
    """
    if runtime == "auto":
        is_faster = is_intel() and find_spec("openvino")
        runtime = "openvino" if is_faster else "onnxruntime"
    if runtime == "onnxruntime":
        return OnnxNetwork(cfg)
    module = import_for_engine("rapidocr", _OPENVINO)
    file = FileInfo(
        engine_type=cfg.engine_type,
        ocr_version=cfg.ocr_version,
        task_type=cfg.task_type,
        lang_type=cfg.lang_type,
        model_type=cfg.model_type,
    )
    name = Path(InferSession.get_model_url(file)["model_dir"]).name
    network: OcrNetwork = module.OpenVinoNetwork(
        Path(cfg.model_root_dir, name), threads=threads
    )
    return network
