"""A run with too many errors is marked wherever its scores are printed, or left out."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from core.errors import ConflictError
from evaluation.dispatch.services.retries import retry_errors
from evaluation.dispatch.services.runs import cancel_run
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.completeness import errors_of
from evaluation.runs.services.responses import record_responses
from evaluation.scores.services.run_scoring import finish_run
from evaluation.site.selectors.leaderboards import public_boards
from evaluation.tables.selectors.figures import paper_figures
from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.ordering import ordered
from tests.evaluation.runs.test_runs import SUMMARY, answers, key_of
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def scored(release: Release, model: str, *, errors: int) -> Run:
    """A finished run whose other responses are all correct."""
    run = ordered(release, model=model)
    batch = answers(run, key_of)
    failure = {"text": None, "error": {"kind": "timeout", "detail": "no answer"}}
    batch[:errors] = [{**data, **failure} for data in batch[:errors]]
    record_responses(run_id=run.pk, responses=batch)
    assert finish_run(run_id=run.pk, summary={**SUMMARY, "errors": errors})
    run.refresh_from_db()
    return run


@pytest.fixture
def runs(release: Release) -> dict[str, Run]:
    """A run without errors, one with an error, and one with nothing else."""
    total = ordered(release, model="size").total
    return {
        "whole": scored(release, "whole", errors=0),
        "part": scored(release, "part", errors=1),
        "none": scored(release, "none", errors=total),
    }


def note(run: Run, errors: int) -> str:
    counted = "1 error" if errors == 1 else f"{errors} errors"
    return (
        f"Incomplete: {run.model} (run {run.pk}) has {counted} in {run.total} "
        "responses; errors count as wrong."
    )


def printed(table_format: str, *options: str) -> str:
    out = StringIO()
    call_command(
        *("evaluation_tables", "bench", "1.0.0", "--format", table_format, *options),
        stdout=out,
    )
    return out.getvalue()


@pytest.mark.parametrize("table_format", ["markdown", "latex", "csv"])
def test_tables_mark_such_runs_in_every_format(
    runs: dict[str, Run], table_format: str
) -> None:
    text = printed(table_format)
    assert note(runs["part"], 1) in text
    assert note(runs["none"], runs["none"].total) in text
    assert "Incomplete: whole" not in text
    text = printed(table_format, "--complete-only")
    assert "whole" in text
    assert "Incomplete" not in text
    assert "part" not in text


def test_without_a_complete_run_the_command_says_so(runs: dict[str, Run]) -> None:
    runs["whole"].delete()
    with pytest.raises(CommandError, match="No run of this release is complete"):
        printed("markdown", "--complete-only")


def test_every_table_with_such_a_run_has_its_note(
    release: Release, runs: dict[str, Run]
) -> None:
    whole, part, none = (run.pk for run in runs.values())
    ids = set()
    for table in paper_tables(release):
        for group in table.groups:
            for row in group.rows:
                assert (f"run {part})" in row.notes) == (part in row.runs)
                assert (f"run {none})" in row.notes) == (none in row.runs)
                ids |= set(row.runs)
    assert ids >= {whole, part, none}
    for table in paper_tables(release, complete_only=True):
        for group in table.groups:
            for row in group.rows:
                assert not {part, none} & set(row.runs)


def test_where_models_are_columns_their_values_are_marked(
    release: Release, runs: dict[str, Run]
) -> None:
    table = next(t for t in paper_tables(release) if t.id == "outcomes-1")
    assert {"whole", "part", "none"} <= {*table.columns}
    for group in table.groups:
        for row in group.rows:
            marks = dict(zip(table.columns, row.footnotes, strict=True))
            assert marks["whole"] == ""
            assert marks["part"] == note(runs["part"], 1)
            assert row.note == ""


def test_a_run_of_nothing_but_errors_has_no_score(
    cast: Cast, release: Release, runs: dict[str, Run]
) -> None:
    first = next(table for table in paper_tables(release) if table.id == "labels-1")
    rows = {row.label: row for group in first.groups for row in group.rows}
    assert set(first.figures(rows["none"])) == {"-"}
    assert "0.0" not in first.figures(rows["whole"])
    # Also where it was scored before that was so.
    old = runs["none"]
    old.result["scores"]["overall"] |= {"accuracy": 0.0, "interval": [0.0, 0.3]}
    old.save()
    board = browser(cast.organizer).get(
        "/api/projects/bench/evaluation/leaderboard/1.0.0/"
    )
    cells = {row["model"]: row["cells"]["none"] for row in board.json()["rows"]}
    assert cells["none"]["overall"]["accuracy"] is None
    assert cells["none"]["overall"]["interval"] is None
    assert cells["none"]["overall"]["error_rate"] == 1.0
    marks = {model: cell["incomplete"] for model, cell in cells.items()}
    assert marks == {"whole": False, "part": True, "none": True}
    assert board.json()["rows"][-1]["model"] == "none"


def test_figures_boards_and_sites_mark_them_too(
    release: Release, runs: dict[str, Run], tmp_path: Path
) -> None:
    [chart] = [f.chart for f in paper_figures(release) if f.id == "results"]
    assert note(runs["part"], 1) in chart.csv()
    assert "none" not in chart.csv()
    [chart] = [
        figure.chart
        for figure in paper_figures(release, complete_only=True)
        if figure.id == "results"
    ]
    assert chart.csv().splitlines()[0] == "group,label,percent"

    rows = {row.model: row for row in public_boards(release)[0].rows}
    assert (rows["none"].accuracy, rows["none"].tie) == (None, None)
    assert [rows[name].incomplete for name in runs] == [False, True, True]
    assert [
        row.model for row in public_boards(release, complete_only=True)[0].rows
    ] == ["whole"]
    call_command("release_site", "bench", "1.0.0", str(tmp_path / "a"), "--json")
    page = (tmp_path / "a/index.zh.html").read_text("utf-8")
    assert f"{runs['part'].total} 个回答中有 1 个出错" in page
    board = json.loads((tmp_path / "a/leaderboard.json").read_text("utf-8"))
    assert {row["model"]: row["errors"] for row in board["boards"][0]["rows"]} == {
        "whole": 0,
        "part": 1,
        "none": runs["none"].total,
    }


def test_comparisons_mark_them_too(cast: Cast, runs: dict[str, Run]) -> None:
    path = f"{runs['whole'].pk}/against/{runs['part'].pk}/"
    compared = browser(cast.organizer).get(
        f"/api/projects/bench/evaluation/runs/{path}"
    )
    assert compared.json()["one"]["incomplete"] is False
    assert compared.json()["other"]["incomplete"] is True


@pytest.mark.parametrize(("allowed", "incomplete"), [(1, False), (0.9, True)])
def test_the_limit_is_the_protocols(
    runs: dict[str, Run], allowed: float, incomplete: bool
) -> None:
    part = runs["part"]
    version = part.release.protocol_version
    version.document["evaluation"]["maximum_error_share"] = allowed / part.total
    version.sha256 = f"allows {allowed}"
    assert errors_of(part).is_incomplete is incomplete


def test_protocols_without_the_limit_keep_their_bytes() -> None:
    protocol = shipped_protocol("ii-bench")
    assert "maximum_error_share" not in protocol.canonical_json()
    document = protocol.model_dump(mode="json")
    document["evaluation"]["maximum_error_share"] = 0.05
    changed = Protocol.model_validate(document)
    assert '"maximum_error_share":0.05' in changed.canonical_json()


def test_scores_stay_in_tables_while_errors_are_retried(
    cast: Cast, release: Release, runs: dict[str, Run]
) -> None:
    run = runs["part"]
    before = printed("csv")
    actor = cast.actor(cast.organizer)
    retry_errors(run=run, actor=actor)
    assert (run.status, run.answered) == ("queued", run.total - 1)
    assert printed("csv") == before
    # And when that comes to nothing.
    cancel_run(run=run, actor=actor)
    assert printed("csv") == before
    with pytest.raises(ConflictError, match="not possible"):
        retry_errors(run=run, actor=actor)
    url = f"/api/projects/bench/evaluation/runs/{runs['whole'].pk}/retry-errors/"
    assert browser(cast.annotators[0]).post(url).status_code == 403
    answer = browser(cast.organizer).post(url)
    assert answer.status_code == 409
    assert answer.json()["detail"] == "No response of this run is an error."
