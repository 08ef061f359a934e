"""What a process loads before it does its first work.

OpenCV, SciPy's packages, scikit-learn, the text engines, PyArrow and model clients take
seconds of processor time and a hundred megabytes. Jobs load them (``job_kinds``), and
functions import what a request needs now and then.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.product import ROOT

LOADED_BY_JOBS = {
    "boto3",
    "botocore.session",
    "cv2",
    "easyocr",
    "faiss",
    "httpx",
    "httpx2",
    "huggingface_hub",
    "matplotlib",
    "onnxruntime",
    "openvino",
    "pandas",
    "PIL",
    "protego",
    "pyarrow",
    "rapidocr",
    "redis",
    "resvg_py",
    "sacrebleu",
    # Its packages: SciPy itself loads each of them at its first use.
    "scipy.cluster",
    "scipy.optimize",
    "scipy.sparse",
    "scipy.spatial",
    "scipy.special",
    "scipy.stats",
    "shapely",
    "sklearn",
    "torch",
}
NOT_FOR_BEAT = (LOADED_BY_JOBS - {"redis"}) | {
    *("curation.tasks", "numpy", "rest_framework", "scipy", "core.models")
}
PRINT = "import json, sys; print(json.dumps(sorted(sys.modules)))"
WEB = f"""
from config.wsgi import application
from django.urls import get_resolver
get_resolver().reverse_dict
{PRINT}
"""
WORKER = f"""
from config.celery import app
app.loader.init_worker()
app.finalize()
{PRINT}
"""


def modules_of(program: str) -> set[str]:
    started = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(started.stdout))


def imported(trace: str) -> set[str]:
    """Return the modules in what ``python -X importtime`` prints."""
    return set(re.findall(r"^import time:.*\| +(\S+)$", trace, re.MULTILINE))


def test_a_web_process_starts_without_what_jobs_load() -> None:
    loaded = modules_of(WEB)
    assert "curation.urls" in loaded
    assert not loaded & LOADED_BY_JOBS


def test_a_worker_starts_without_what_its_jobs_load() -> None:
    loaded = modules_of(WORKER)
    assert {"curation.tasks", "published.job_kinds"} <= loaded
    # It answers no requests either.
    assert not loaded & (LOADED_BY_JOBS | {"config.urls", "rest_framework.views"})


@pytest.mark.parametrize("command", ["curation_run", "release_cut"])
def test_a_command_starts_without_what_its_job_loads(command: str) -> None:
    helped = subprocess.run(
        [sys.executable, "-X", "importtime", "manage.py", command, "--help"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = imported(helped.stderr)
    assert "core.commands" in loaded
    assert not loaded & LOADED_BY_JOBS


def test_beat_starts_without_tasks_and_models(tmp_path: Path) -> None:
    with subprocess.Popen(
        [
            *(sys.executable, "-X", "importtime", "-m", "celery"),
            *("--app", "config.celery", "beat"),
            *("--schedule", str(tmp_path / "schedule"), "--loglevel", "INFO"),
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.beat",
            "SUBTEXT_BROKER_URL": "redis://127.0.0.1:1/0",
        },
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as beat:
        assert beat.stderr is not None
        trace = []
        for line in beat.stderr:
            trace.append(line)
            if "beat: Starting" in line:
                break
        beat.kill()
    loaded = imported("".join(trace))
    assert "config.celery" in loaded
    assert not loaded & NOT_FOR_BEAT
