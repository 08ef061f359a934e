"""Whatever runs there are, each printed mean is over one split and one ``n``."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from reporting.tables import Row, Table
from tests.papers.conftest import ON_ONE_RELEASE, rolled_back
from tests.papers.runs import accuracy, captions, finished_run, rating

SPLITS = {("dev",): 12, ("test",): 350, ("dev", "test"): 362}
"""ImageMet's splits, and a number of items for each set of them."""
TASK, SETTING, JUDGED = "simile-caption", "none", "caption-judge"
SCORED = ("finished", "stale")


@pytest.fixture(scope="module")
def release(shared_release: Callable[..., Release]) -> Release:
    return shared_release("imagemet")


def can_be_stored(drawn: list[dict[str, Any]]) -> bool:
    """Return whether no two runs of a model are running with the same seed."""
    running = [
        (run["kind"], run["model"], run["seed"])
        for run in drawn
        if run["status"] == "running" and run["origin"] == "own"
    ]
    return len(set(running)) == len(running)


runs = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from([TASK, SETTING, "cot"]),
            "model": st.sampled_from(["m", "n"]),
            "splits": st.sampled_from(sorted(SPLITS)),
            "seed": st.integers(0, 2),
            "percent": st.integers(0, 100),
            "chosen": st.booleans(),
            "origin": st.sampled_from(["own", "imported", "people", "answered"]),
            # A run that has never finished is partial and has no scores.
            "status": st.sampled_from([*SCORED, "running", "failed", "cancelled"]),
            # Means of judges of a caption run, one after the other.
            "judged": st.lists(st.integers(1, 5), max_size=3),
        }
    ),
    max_size=8,
).filter(can_be_stored)


def create(release: Release, drawn: dict[str, Any]) -> Run:
    total = SPLITS[drawn["splits"]]
    percent = drawn["percent"]
    if drawn["kind"] == TASK:
        scores = captions({"sbert": percent})
    else:
        scores = accuracy(percent, total)
        fixed = release.protocol_version.protocol.questions.fixed
        scores["fixed"] = {question.id: scores["overall"] for question in fixed}
    run = finished_run(
        release,
        drawn["model"],
        scores,
        setting=drawn["kind"],
        splits=drawn["splits"],
        seed=drawn["seed"],
        total=total,
        chosen=drawn["chosen"],
        origin=drawn["origin"],
    )
    text = {"question_id": "i-1", "text": str(run.pk)}
    run.responses.create(question_id="i-1", record=text)
    if drawn["kind"] == TASK:
        for mean in drawn["judged"]:
            finished_run(
                release,
                "judge",
                rating(total, mean, {}),
                setting=JUDGED,
                splits=drawn["splits"],
                total=total,
                judges=run,
            )
    changes = {} if drawn["status"] in SCORED else {"result": {}}
    Run.objects.filter(pk=run.pk).update(status=drawn["status"], **changes)
    return run


def value_of(run: Run) -> float:
    scores = run.scores
    metrics = scores.get("metrics")
    return float(metrics["sbert"] if metrics else scores["overall"]["accuracy"])


def means_of_names(runs_of_row: Sequence[Run]) -> list[float]:
    """Return one mean a name: an average of people counts each person once."""
    by_name: dict[str, list[float]] = {}
    for run in runs_of_row:
        by_name.setdefault(run.model, []).append(value_of(run))
    return [fmean(values) for values in by_name.values()]


def first_value(table: Table, row: Row) -> float | None:
    column = (
        table.columns.index("SBERT-Similarity")
        if "SBERT-Similarity" in table.columns
        else 0
    )
    value = row.values[column]
    return value if isinstance(value, float) else None


def require_judged_captions(
    table: Table, runs: Mapping[int, Run], judges: Mapping[int, Run]
) -> None:
    """Require metrics and marks of a run and its last judge, over one number of items."""
    rows = [row for group in table.groups for row in group.rows]
    for row in rows:
        run, judge = runs[row.runs[0]], judges[row.runs[1]]
        assert judge.pk == max(
            other.pk for other in judges.values() if other.judges_id == run.pk
        )
        mark = judge.scores["overall_mark"]
        assert row.values[-1] == mark["mean"] / 5
        assert first_value(table, row) == value_of(run)
        assert " + ".join(run.splits) in table.title
        assert f"({mark['n']})" in table.columns[-1]
    numbers = {(runs[row.runs[0]].total, judges[row.runs[1]].total) for row in rows}
    assert len(numbers) == 1


def gain_of(of_row: Sequence[Run]) -> float | None:
    """Return the gain of the technique's run over the run without it."""
    plain, technique = sorted(of_row, key=lambda run: run.setting != SETTING)
    base = value_of(plain)
    return (value_of(technique) - base) / base if base else None


def require_newest_judges(
    table: Table, runs: Mapping[int, Run], judges: Mapping[int, Run]
) -> None:
    """Require one row a model, each with a run on the table's splits and its last judge."""
    rows = [row for group in table.groups for row in group.rows]
    for row in rows:
        run, judge = runs[row.runs[0]], judges[row.runs[1]]
        of_run = [other for other in judges.values() if other.judges_id == run.pk]
        assert judge.pk == max(other.pk for other in of_run)
        assert row.values[0] == judge.scores["overall_mark"]["mean"]
        assert " + ".join(run.splits) in table.title
        assert f"{run.total})" in table.columns[0]
    assert len(
        {(row.label, frozenset(runs[row.runs[0]].splits)) for row in rows}
    ) == len(rows)


@settings(ON_ONE_RELEASE, max_examples=25)
@given(drawn=runs)
@pytest.mark.django_db
def test_each_row_names_runs_on_one_set_of_splits(
    release: Release, drawn: list[dict[str, Any]]
) -> None:
    with rolled_back():
        by_id = {run.pk: run for run in [create(release, one) for one in drawn]}
        judges = {run.pk: run for run in Run.objects.filter(setting=JUDGED)}
        tables = paper_tables(release)
    drawn_by_run = dict(zip(by_id, drawn, strict=True))
    printed = set()
    for table in tables:
        if table.id.startswith(f"rating-{JUDGED}"):
            require_newest_judges(table, by_id, judges)
            continue
        if table.id.startswith("captions-judged"):
            require_judged_captions(table, by_id, judges)
            continue
        named = [by_id[pk] for g in table.groups for row in g.rows for pk in row.runs]
        assert len({(frozenset(run.splits), run.total) for run in named}) <= 1, table
        for run in named:
            assert drawn_by_run[run.pk]["status"] in SCORED
            assert " + ".join(run.splits) in table.title
            printed.add(run.pk)
        if not table.id.startswith(("fixed-questions", "captions-1")):
            continue
        for group in table.groups:
            for row in group.rows:
                value = first_value(table, row)
                of_row = [by_id[pk] for pk in row.runs]
                if "-gains" in table.id:
                    gain = gain_of(of_row)
                    assert value == (gain if gain is None else pytest.approx(gain))
                    continue
                if value is None or row.label == "Human_best":
                    continue
                assert of_row, row
                assert value == pytest.approx(fmean(means_of_names(of_row)))
    # Whoever was scored is in some table: no run makes another model vanish.
    kinds = {(by_id[pk].model, by_id[pk].setting) for pk in printed}
    assert kinds == {
        (one["model"], one["kind"]) for one in drawn if one["status"] in SCORED
    }
