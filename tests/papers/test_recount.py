"""Every cell of the result tables, counted a second time with pandas.

Releases of all four protocols, with responses right, wrong, unreadable and failed.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

from annotation.items.models.questions import Question, QuestionRevision
from core.jobs import run_job
from core.services import Actor
from evaluation.entrants.services.external_results import ExternalFile, import_results
from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.paper_tables import paper_tables
from releases.building.services.creation import create_release
from releases.records.models import Release
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.shipped import shipped_protocol
from tests.papers.recount import (
    TRUE_FALSE,
    accuracy,
    answers,
    percent,
    question_rows,
    with_label,
)
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db

PROTOCOLS = ["ii-bench", "cii-bench", "cmmmu", "imagemet"]
MODELS = ["alpha", "beta"]
OUTCOMES = {"Acc": "right", "Error": "error", "Miss": "miss"}
FORMATS = ["single_choice", "multiple_choice", "true_false", "fill_in_blank"]
WRONG = {"true_false": [*TRUE_FALSE.values()], "fill_in_blank": ["9.75"]}


def released(protocol_id: str) -> Release:
    """A release with questions of every format and every fixed question."""
    protocol = shipped_protocol(protocol_id)
    cast = Cast(protocol=protocol)
    finished_items(cast, 40)
    _vary(protocol)
    cut = create_release(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    release = Release.objects.get(pk=cut.pk)
    Run.objects.filter(release=release).delete()
    return release


def _vary(protocol: Protocol) -> None:
    keys: dict[str, tuple[int, Any]] = {
        "multiple_choice": (4, [0, 2]),
        "true_false": (0, True),
        "fill_in_blank": (0, {"accepted": ["3.5"], "tolerance": 0.0, "unit": ""}),
    }
    formats = protocol.questions.formats
    fixed = protocol.questions.fixed
    for number, question in enumerate(Question.objects.order_by("pk")):
        revision = QuestionRevision.objects.get(question=question)
        if len(formats) > 1 and (name := formats[number % len(formats)]) in keys:
            kept, key = keys[name]
            question.format = name
            revision.options, revision.answer = revision.options[:kept], key
        if fixed and question.position < len(fixed):
            stems = fixed[question.position].stem
            revision.stem = (
                stems[protocol.language] if isinstance(stems, dict) else stems
            )
        question.save()
        revision.save()


def respond(release: Release, model: str, setting: str) -> None:
    """Import responses of a model: 60 % right, some wrong, unreadable or failed."""
    chance = random.Random(f"{model} {setting}")  # noqa: S311 - repeatable
    lines = []
    for question in question_rows(release):
        drawn = chance.random()
        response: Any = question["key"]
        if drawn > 0.95:
            response = {"error": "The server is busy."}
        elif drawn > 0.85:
            response = "I cannot tell."
        elif drawn > 0.6:
            offered = WRONG.get(question["format"], ["A", "B", "C"])
            response = chance.choice(offered)
        if question["split"] == "test":
            lines.append(json.dumps({"id": question["question"], "response": response}))
    import_results(
        release=release,
        file=ExternalFile("\n".join(lines).encode(), "r.jsonl", model, setting=setting),
        actor=Actor.system(),
    )


def setting_ids(protocol: Protocol) -> dict[str, str]:
    """Return the setting of each title and short name, in both languages."""
    return {
        name: setting.id
        for setting in protocol.evaluation.settings
        for name in [*setting.title.values(), *(setting.short or {}).values()]
    }


def count_label(frame: pd.DataFrame, heading: str, fields: Sequence[LabelField]) -> str:
    """Count a column by its heading, such as ``Life (585)``.

    It may state the images of the whole release first.
    """
    matched = re.fullmatch(
        r"(.+?) ?[（(](?:[\d,]+ (?:images?; |张图像，))?([\d,]+)(?: questions?| 道题目)?[）)]",
        heading,
    )
    assert matched, heading
    title, number = matched.groups()
    for field in fields:
        for choice in field.choices:
            short = choice.short or {}
            if title in [*choice.released_title.values(), *short.values()]:
                frame = with_label(frame, field.id, choice.id)
    assert len(frame) == int(number.replace(",", "")), heading
    return accuracy(frame)


def count_row(
    frame: pd.DataFrame, table: Table, group: str, protocol: Protocol, technique: str
) -> list[str] | None:
    """Count the figures of one model's row; None for tables that are not counted.

    ``technique`` follows the model's name in ImageMet's Table 3: its own setting.
    """
    settings = setting_ids(protocol)
    plain = frame[frame["setting"] == "none"]
    if table.id.startswith("labels"):
        fields = [
            protocol.label(field)
            for field in protocol.evaluation.slices
            if any(
                title in table.title for title in protocol.label(field).title.values()
            )
        ]
        shown = (
            frame[frame["setting"] == settings[group]] if group in settings else plain
        )
        return [count_label(shown, heading, fields) for heading in table.columns]
    if table.id in ("prompts", "shots", "published-rule"):
        return [
            accuracy(frame[frame["setting"] == settings[heading]])
            for heading in table.columns
        ]
    if table.id == "formats":
        # CMMMU, Table 5: one column of choices, whether one is correct or several.
        figures = [
            accuracy(plain[plain["format"].isin(formats)])
            for formats in (FORMATS[:2], FORMATS[2:3], FORMATS[3:])
        ]
        return [*figures, accuracy(plain)]
    if table.id == "fixed-questions":
        setting = next(
            (s.id for s in protocol.evaluation.settings if s.suffix == technique != ""),
            next(settings[name] for name in settings if group.endswith(name)),
        )
        shown = frame[frame["setting"] == setting]
        return [
            accuracy(shown[shown["stem"].isin(fixed.stem.values())])
            for fixed in protocol.questions.fixed
        ]
    if table.id == "fixed-questions-gains":
        # "CoT over alpha": the same questions in the setting of that suffix, and plain.
        suffix = technique.partition(" over ")[0]
        setting = next(s.id for s in protocol.evaluation.settings if s.suffix == suffix)
        shown = frame[frame["setting"] == setting]
        return [
            relative(
                shown[shown["stem"].isin(fixed.stem.values())]["right"],
                plain[plain["stem"].isin(fixed.stem.values())]["right"],
            )
            for fixed in protocol.questions.fixed
        ]
    return None


def relative(values: pd.Series, base: pd.Series) -> str:
    """Return the gain of a mean over another as tables print it."""
    gain = (values.mean() - base.mean()) / base.mean() if base.mean() else None
    return "-" if gain is None else f"{100 * gain:.2f}"


@pytest.mark.parametrize("protocol_id", PROTOCOLS)
def test_every_cell_is_counted_again(
    protocol_id: str, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    release = released(protocol_id)
    protocol = release.protocol_version.protocol
    settings = [setting.id for setting in protocol.evaluation.settings][:3]
    for model in MODELS:
        for setting in settings:
            with django_capture_on_commit_callbacks(execute=True):
                respond(release, model, setting)
    frame = answers(release)
    assert {"right", "miss", "error"} <= set(frame.columns)
    assert frame["error"].any()
    assert frame["miss"].any()
    counted = 0
    for table in paper_tables(release, "en"):
        # CMMMU's rule draws an option at random where it reads none: nothing to count.
        if table.id == "published-rule" and protocol_id == "cmmmu":
            continue
        # Typed from a paper, but for the release's own number.
        if table.id == "datasets":
            continue
        for group in table.groups:
            for row in group.rows:
                if table.id.startswith("outcomes"):
                    # A metric that the papers do not print is counted by its own test.
                    if row.label not in OUTCOMES:
                        continue
                    column = OUTCOMES[row.label]
                    titles = setting_ids(protocol)
                    of_setting = frame[frame["setting"] == titles[group.title]]
                    again = [
                        percent(of_setting[of_setting["model"] == model][column])
                        for model in table.columns
                    ]
                else:
                    model, _, technique = row.label.partition(" ")
                    of_model = frame[frame["model"] == model]
                    again = (
                        count_row(of_model, table, group.title, protocol, technique)
                        or []
                    )
                assert table.figures(row) == again, (table.id, group.title, row.label)
                counted += len(again)
    assert counted >= 50
