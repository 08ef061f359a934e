"""Checkpoints of ImageMet's models (Appendix F), from the order of a run to its tables."""

import pytest

from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.runs.models.runs import Run
from evaluation.runs.services.model_cards import save_card
from projects.roles import Role
from releases.records.models import Release
from tests.papers.printed import table_of
from tests.papers.runs import captions
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db

OPEN = {
    "llava-hf/llava-1.5-7b-hf": "7B",
    "llava-hf/llava-v1.6-mistral-7b-hf": "7B",
    "microsoft/Phi-3.5-vision-instruct": "",
    "Qwen/Qwen2-VL-7B-Instruct": "7B",
}
CLOSED = ("gpt-4o-2024-08-06", "gemini-1.5-flash")


def test_a_run_names_the_checkpoint_and_its_revision(imagemet: Release) -> None:
    client = browser(join(imagemet.project, Role.ORGANIZER, "starter"))
    for model in (*OPEN, *CLOSED):
        body = {
            "version": imagemet.version,
            "model": model,
            "revision": "main" if model in OPEN else "",
            "backend": "openai",
            "settings": ["simile-caption"],
        }
        answer = client.post(
            f"/api/projects/{imagemet.project.slug}/evaluation/runs/",
            body,
            format="json",
        )
        assert answer.status_code == 201, answer.data
        save_card(
            project=imagemet.project,
            model=model,
            access="open" if model in OPEN else "closed",
            size=OPEN.get(model, ""),
        )
    runs = Run.objects.filter(release=imagemet).order_by("pk")
    named = {run_spec(run)["model"]["name"]: run_spec(run)["model"] for run in runs}
    assert set(named) == {*OPEN, *CLOSED}
    assert {named[model]["revision"] for model in OPEN} == {"main"}
    runs.update(
        status="finished", total=350, result={"scores": captions({"sbert": 50})}
    )
    table = table_of(imagemet, "captions-1")
    groups = {
        group.title.partition(",")[0]: {
            row.label.partition(" (")[0].partition(",")[0] for row in group.rows
        }
        for group in table.groups
    }
    assert groups == {
        "Open-source models": set(OPEN),
        "Closed-source models": set(CLOSED),
    }
