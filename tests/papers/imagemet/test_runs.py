"""Means over three runs as ImageMet prints them.

Typed from the paper, Table 2 (page 6), "mean performance (over three runs)", row "Qwen2":
the runs are chosen here so that their means are the paper's; and row "Human".
"""

import pytest

from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from reporting.tables import Row, Table
from tests.papers.runs import captions, finished_run

pytestmark = pytest.mark.django_db

QWEN2 = {"bleu4": 5.28, "rouge_l": 43.72, "cider": 7.67, "sbert": 59.51, "acd": 58.19}
HUMAN = {
    "bleu4": 15.91,
    "rouge_l": 51.58,
    "cider": 18.43,
    "sbert": 68.19,
    "acd": 63.84,
}
TASK = "simile-caption"


def three_runs(release: Release, *, splits: tuple[str, ...] = ("test",)) -> list[int]:
    """Runs with three seeds, two points around the paper's means; their ids."""
    return [
        finished_run(
            release,
            "Qwen2",
            captions({metric: mean + change for metric, mean in QWEN2.items()}),
            setting=TASK,
            splits=splits,
            seed=seed,
            total=350,
        ).pk
        for seed, change in enumerate((-2, 0, 2))
    ]


def say(release: Release, ids: list[int], texts: str) -> None:
    """Let each run have its own response, or the same."""
    for pk, text in zip(ids, texts, strict=True):
        run = release.runs.get(pk=pk)
        record = {"question_id": "i-1", "text": f"A is as {text} as C"}
        run.responses.create(question_id="i-1", record=record)


def captions_table(release: Release) -> Table:
    return next(one for one in paper_tables(release) if one.id == "captions-1")


def models(table: Table) -> list[Row]:
    return [row for group in table.groups if group.marked for row in group.rows]


def test_the_mean_over_three_runs_is_the_paper_s(imagemet: Release) -> None:
    ids = three_runs(imagemet)
    say(imagemet, ids, "abc")
    # A run on the examples is not averaged with them.
    finished_run(
        imagemet, "Qwen2", captions({"sbert": 99}), setting=TASK, splits=["dev"]
    )
    table = captions_table(imagemet)
    [row] = models(table)
    assert (row.label, list(row.runs)) == ("Qwen2, 3 runs", ids)
    assert table.figures(row) == [
        "5.28 ± 2.00",
        "43.72 ± 2.00",
        "7.67 ± 2.00",
        "59.51 ± 2.00",
        "58.19 ± 2.00",
    ]
    assert table.title.endswith("(test)")
    assert table.groups[0].title.endswith("(350 items)")


def test_identical_runs_have_no_spread(imagemet: Release) -> None:
    say(imagemet, three_runs(imagemet), "aaa")
    table = captions_table(imagemet)
    [row] = models(table)
    assert row.label == "Qwen2, 3 runs, some with identical responses"
    assert not any("±" in figure for figure in table.figures(row))


def test_the_human_row_is_apart(imagemet: Release) -> None:
    say(imagemet, three_runs(imagemet), "abc")
    people = {"origin": "people", "backend": "replay"}
    finished_run(imagemet, "Human", captions(HUMAN), setting=TASK, total=350, **people)
    table = captions_table(imagemet)
    assert [row.label for row in models(table)] == ["Qwen2, 3 runs"]
    group = table.groups[-1]
    assert group.title == "Caption as a simile: humans (350 items)"
    [row] = group.rows
    assert table.figures(row) == ["15.91", "51.58", "18.43", "68.19", "63.84"]
