"""Tables 1 and 4 of CII-Bench.

Typed from the paper: Table 1 (page 5), group Text-Only Models, column Overall; Table 4
(page 8), Chinese traditional painting.
"""

from typing import Any

import pytest

from evaluation.runs.services.chosen_runs import choose_run, unchoose_run
from evaluation.tables.selectors.paper_tables import paper_tables
from projects.memberships.services.members import add_member
from projects.roles import Role
from releases.records.models import Release
from reporting.tables import Table
from tests.papers.runs import accuracy, finished_run, rating
from tests.support.cast import actor_of, make_person

pytestmark = pytest.mark.django_db

TEXT_ONLY = {
    "Llama-3-8B-Instruct": 21.7,
    "DeepSeek-67B-Chat": 27.1,
    "Qwen2-7B-Instruct": 32.5,
}

TABLE_4 = {
    "difficulty": {"easy": 3.0, "middle": 3.2, "hard": 2.35},
    "emotion": {"positive": 2.63, "negative": 3.0, "neutral": 2.82},
}
DESCRIBE, RATING = "painting-description", "painting-standard"


def judged(release: Release, splits: tuple[str, ...], **scores: Any) -> int:
    """A run that described the paintings, rated by a judge; its id."""
    run = finished_run(
        release, "GPT-4o", {"metrics": {}}, setting=DESCRIBE, splits=splits
    )
    slices = {
        field: {choice: {"n": 1, "mean": mean} for choice, mean in means.items()}
        for field, means in TABLE_4.items()
    }
    marks = rating(130, 2.71, slices) | scores
    finished_run(release, "GPT-4o", marks, setting=RATING, splits=splits, judges=run)
    return run.pk


def rating_tables(release: Release) -> list[Table]:
    return [table for table in paper_tables(release) if table.id.startswith("rating-")]


def test_text_only_models_have_their_score_on_every_split(cii_bench: Release) -> None:
    """CMMMU, Table 4, prints the same group on validation and test."""
    finished_run(cii_bench, "GLM-4V", accuracy(60.9, 765), total=765)
    for model, percent in TEXT_ONLY.items():
        finished_run(
            cii_bench, model, accuracy(percent, 765), setting="text-only", total=765
        )
    people = {"origin": "people", "backend": "replay"}
    finished_run(cii_bench, "Person", accuracy(81.0, 765), total=765, **people)
    table = next(one for one in paper_tables(cii_bench) if one.id == "labels-1")
    assert [group.title.partition("（")[0] for group in table.groups] == [
        "模型",
        "纯文本",
        "人类",
    ]
    group = next(one for one in table.groups if one.title.startswith("纯文本"))
    assert [row.label for row in group.rows] == [*TEXT_ONLY]
    assert [table.figures(row)[0] for row in group.rows] == ["21.7", "27.1", "32.5"]
    assert table.leaders(group, 0) == ["32.5", "27.1"]


def test_a_newer_run_without_a_judge_leaves_table_4_as_it_is(
    cii_bench: Release,
) -> None:
    judged(cii_bench, ("test",))
    [before] = rating_tables(cii_bench)
    finished_run(cii_bench, "GPT-4o", {"metrics": {}}, setting=DESCRIBE)
    assert rating_tables(cii_bench) == [before]
    [row] = before.groups[0].rows
    assert row.label == "GPT-4o"
    assert before.figures(row) == [
        "2.71",
        "3.00",
        "3.20",
        "2.35",
        "2.63",
        "2.82",
        "3.00",
    ]


def test_marks_on_unlike_paintings_share_no_table(cii_bench: Release) -> None:
    test, dev = judged(cii_bench, ("test",)), judged(cii_bench, ("dev",))
    # Two ratings could not be read: this mean is over 128 paintings.
    fewer = judged(cii_bench, ("test", "val"), overall_mark={"n": 128, "mean": 2.7})
    tables = rating_tables(cii_bench)
    assert [
        (table.title.rpartition("（")[2], table.columns[0], row.runs[0])
        for table in tables
        for row in table.groups[0].rows
    ] == [
        ("test）", "总体（130）", test),
        ("dev）", "总体（130）", dev),
        ("val＋test）", "总体（128）", fewer),
    ]


def test_a_person_may_choose_an_earlier_run(cii_bench: Release) -> None:
    first, second = (judged(cii_bench, ("test",)) for _ in range(2))
    organizer = make_person("chooser")
    add_member(project=cii_bench.project, user=organizer, role=Role.ORGANIZER)
    actor = actor_of(cii_bench.project, organizer)

    def printed() -> int:
        [table] = rating_tables(cii_bench)
        [row] = table.groups[0].rows
        return row.runs[0]

    assert printed() == second
    run = cii_bench.runs.get(pk=first)
    choose_run(run=run, actor=actor)
    assert printed() == first
    third = judged(cii_bench, ("test",))
    assert printed() == first
    unchoose_run(run=cii_bench.runs.get(pk=first), actor=actor)
    assert printed() == third
