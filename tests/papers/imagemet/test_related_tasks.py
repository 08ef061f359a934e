"""Models on related tasks, each with its own metric.

Typed from ImageMet, Table 4 (page 8): entailment on two subsets and visual reasoning by
accuracy, captions by SBERT similarity.
"""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.papers.conftest import release_under
from tests.papers.runs import accuracy, captions, finished_run

pytestmark = pytest.mark.django_db

TASKS = ("entailment-1", "entailment-2", "captions", "reasoning")
TABLE_4 = {
    "Qwen2": (46.62, 60.15, 50.78, 75.62),
    "Qwen2 VF": (63.15, 60.04, 62.25, 82.23),
    "Qwen2 IM": (66.06, 59.92, 57.64, 86.41),
}


def test_each_task_has_its_metric() -> None:
    for at, slug in enumerate(TASKS):
        name = "imagemet" if slug == "captions" else "ii-bench"
        release = release_under(name, slug)
        for model, figures in TABLE_4.items():
            if slug == "captions":
                scores = captions({"sbert": figures[at], "bleu4": 1.0})
                finished_run(release, model, scores, setting="simile-caption", total=26)
            else:
                scores = accuracy(figures[at], 10_000)
                finished_run(release, model, scores, total=10_000)
    out = io.StringIO()
    call_command(
        *["evaluation_tables", "entailment-1", "1.0.0"],
        *["--beside", "entailment-2", "1.0.0"],
        *["--beside", "captions", "1.0.0", "sbert"],
        *["--beside", "reasoning", "1.0.0"],
        *["--format", "csv", "--json"],
        stdout=out,
    )
    [table] = json.loads(out.getvalue())["tables"].values()
    head, *lines = [line.split(",") for line in table.splitlines()]
    assert "SBERT-Similarity (test; 26 items)" in ",".join(head)
    rows = {label: figures[:4] for _, label, *figures in lines}
    assert rows.pop("Mean (3)") == ["58.61", "60.04", "56.89", "81.42"]
    assert rows == {
        model: [f"{figure:.2f}" for figure in figures]
        for model, figures in TABLE_4.items()
    }
    with pytest.raises(CommandError, match="Unknown metric 'sbert2'"):
        call_command(
            *["evaluation_tables", "captions", "1.0.0"],
            *["--beside", "captions", "1.0.0", "sbert2"],
        )
