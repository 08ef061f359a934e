"""What a web process loads before it can answer.

OpenCV, SciPy's statistics, the text engine, PyArrow and model clients take seconds of
processor time, and every page of `make run` waits for them. Jobs load them
(``tasks``), and ``workflow.on_demand`` what a request needs now and then.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOADED_BY_JOBS = {
    "boto3",
    "botocore",
    "cv2",
    "easyocr",
    "faiss",
    "httpx",
    "httpx2",
    "huggingface_hub",
    "matplotlib",
    "onnxruntime",
    "PIL",
    "protego",
    "pyarrow",
    "rapidocr",
    "redis",
    "resvg_py",
    "sacrebleu",
    "scipy.sparse",
    "scipy.special",
    "scipy.stats",
    "shapely",
    "sklearn",
    "torch",
}
START = """
import json, sys
from config.wsgi import application
from django.urls import get_resolver
get_resolver().reverse_dict
print(json.dumps(sorted(sys.modules)))
"""


def test_a_web_process_starts_without_what_jobs_load() -> None:
    started = subprocess.run(
        [sys.executable, "-c", START],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(json.loads(started.stdout))
    assert "curation.api.urls" in loaded
    assert not loaded & LOADED_BY_JOBS
