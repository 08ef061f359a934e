"""Whatever is imported or rejudged, each figure that changes names the new run in its row.

Imported runs come in by the service, as a person sends them, and are scored by the worker.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.test import TestCase
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InvalidInputError
from core.services import Actor
from evaluation.entrants.services.external_results import ExternalFile, import_results
from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from tests.papers.conftest import ON_ONE_RELEASE, rolled_back
from tests.papers.recount import answers, percent, question_rows
from tests.papers.runs import captions, finished_run, rating

Cell = tuple[str, str, str, str]
"""Table, group, row and heading without its number."""


@pytest.fixture(scope="module")
def release(shared_release: Callable[..., Release]) -> Release:
    return shared_release("ii-bench")


steps = st.lists(
    st.fixed_dictionaries(
        {
            "model": st.sampled_from(["m", "n"]),
            "setting": st.sampled_from(["none", "cot"]),
            "splits": st.sampled_from([("dev",), ("test",), ("dev", "test")]),
            "partial": st.booleans(),
            "seed": st.integers(0, 99),
        }
    ),
    min_size=1,
    max_size=4,
)


def send(release: Release, step: dict[str, Any]) -> Run:
    """Import responses to the questions of some splits, or to all but one of them."""
    chance = random.Random(step["seed"])  # noqa: S311 - repeatable
    asked = [row for row in question_rows(release) if row["split"] in step["splits"]]
    lines = [
        json.dumps(
            {
                "id": question["question"],
                "response": chance.choice([question["key"], "I cannot tell."]),
            }
        )
        for question in asked[step["partial"] :]
    ]
    file = ExternalFile(
        "\n".join(lines).encode(), "r.jsonl", step["model"], setting=step["setting"]
    )
    with TestCase.captureOnCommitCallbacks(execute=True):
        return import_results(release=release, file=file, actor=Actor.system())


def cells(release: Release) -> dict[Cell, tuple[str, frozenset[int]]]:
    """Return every printed figure with the runs that its row names."""
    found: dict[Cell, tuple[str, frozenset[int]]] = {}
    for table in paper_tables(release, "en"):
        for group in table.groups:
            for row in group.rows:
                for heading, figure in zip(
                    table.columns, table.figures(row), strict=True
                ):
                    at = (table.id, group.title, row.label, heading.partition(" (")[0])
                    found[at] = figure, frozenset(row.runs)
    return found


@settings(ON_ONE_RELEASE, max_examples=15)
@given(steps=steps)
@pytest.mark.django_db
def test_a_figure_that_changes_names_the_new_run(
    release: Release, steps: list[dict[str, Any]]
) -> None:
    with rolled_back():
        before = cells(release)
        for step in steps:
            if step["partial"]:
                with pytest.raises(InvalidInputError):
                    send(release, step)
                assert cells(release) == before
                continue
            run = send(release, step)
            after = cells(release)
            for cell, (figure, runs) in before.items():
                now, named = after[cell]
                assert (now, named) == (figure, runs) or run.pk in named, cell
            assert any(run.pk in named for _, named in after.values())
            before = after
        counted = answers(release) if before else None
        for (table, _, _, heading), (figure, runs) in before.items():
            if table.startswith("labels-1") and heading == "Overall" and len(runs) == 1:
                assert counted is not None
                of_row = counted[counted["run"].isin(runs)]
                plain = of_row[of_row["setting"] == "none"]
                assert figure == percent(plain["right"])


@pytest.fixture(scope="module")
def captioned(shared_release: Callable[..., Release]) -> Release:
    return shared_release("imagemet", slug="captions")


judgements = st.lists(
    st.fixed_dictionaries(
        {
            "model": st.sampled_from(["m", "n"]),
            "judge": st.sampled_from(["j", "k"]),
            "mean": st.integers(1, 5),
        }
    ),
    min_size=1,
    max_size=5,
)


@settings(ON_ONE_RELEASE, max_examples=15)
@given(steps=judgements)
@pytest.mark.django_db
def test_a_figure_that_changes_names_the_new_judgement(
    captioned: Release, steps: list[dict[str, Any]]
) -> None:
    with rolled_back():
        scores = captions({"sbert": 50})
        runs = {
            model: finished_run(captioned, model, scores, setting="simile-caption")
            for model in ("m", "n")
        }
        before = cells(captioned)
        for step in steps:
            run = finished_run(
                captioned,
                step["judge"],
                rating(1, step["mean"], {}),
                setting="caption-judge",
                judges=runs[step["model"]],
            )
            after = cells(captioned)
            changed = {cell for cell in after if after[cell] != before.get(cell)}
            assert before.keys() <= after.keys()
            assert changed
            assert all(run.pk in after[cell][1] for cell in changed)
            before = after
