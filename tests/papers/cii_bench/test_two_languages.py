"""The same models on English and on Chinese image implications (CII-Bench, §5.1).

Typed from II-Bench, Table 3 (page 7), and CII-Bench, Table 1 (page 5), column Overall: the
models and people that both papers report.
"""

import io
import json

import pytest
from django.core.management import call_command

from releases.records.models import Release
from tests.papers.conftest import release_under
from tests.papers.runs import accuracy, finished_run

pytestmark = pytest.mark.django_db

# The papers write "Idefics2-8B" and "idefics2-8b".
SHARED = {
    "Qwen-VL-Chat": (53.4, 34.3),
    "Idefics2-8B": (67.7, 36.3),
    "MiniCPM-Llama3-2.5": (69.4, 40.4),
    "LLaVA-1.6-34B": (73.8, 46.0),
    "GPT-4o": (72.6, 54.1),
    "Gemini-1.5 Pro": (73.9, 60.1),
    "Qwen-VL-MAX": (74.8, 56.9),
}
HUMAN_AVG = (90.3, 78.2)


def test_models_on_both_benchmarks_stand_beside_each_other(ii_bench: Release) -> None:
    cii_bench = release_under("cii-bench", slug="cii")
    for model, (english, chinese) in SHARED.items():
        finished_run(ii_bench, model, accuracy(english, 1399), total=1399)
        finished_run(cii_bench, model.swapcase(), accuracy(chinese, 765), total=765)
    finished_run(ii_bench, "GPT-4V", accuracy(65.9, 1399), total=1399)
    finished_run(cii_bench, "GLM-4V", accuracy(60.9, 765), total=765)
    people = {"origin": "people", "backend": "replay"}
    for release, percent in zip((ii_bench, cii_bench), HUMAN_AVG, strict=True):
        finished_run(release, "People", accuracy(percent, 1000), total=1000, **people)
    out = io.StringIO()
    arguments = ["evaluation_tables", "bench", "1.0.0", "--beside", "cii", "1.0.0"]
    call_command(*arguments, "--format", "csv", "--json", stdout=out)
    [table] = json.loads(out.getvalue())["tables"].values()
    _, *lines = [line.split(",") for line in table.splitlines()]
    rows = {label: figures[:3] for _, label, *figures in lines}
    assert rows == {
        model: [f"{one:.1f}", f"{two:.1f}", f"{two - one:.1f}"]
        for model, (one, two) in SHARED.items()
    } | {"Mean (7)": ["69.4", "46.9", "-22.5"], "Human_avg": ["90.3", "78.2", "-12.1"]}
