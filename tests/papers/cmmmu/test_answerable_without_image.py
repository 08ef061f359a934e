"""Questions that language models solve alone are taken out (CMMMU, §3.1).

"we filter out all the questions that can be correctly solved by GPT-4, Qwen-7B,
Deepseek-7B, and Yi-7B simultaneously without the assistance of OCR."
"""

from typing import Any

import pytest

from core.errors import InvalidInputError
from core.jobs import run_job
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import released_questions
from evaluation.scores.models.image_dependence import ImageDependenceReview
from evaluation.scores.selectors.shortcut_baselines import shortcut_baselines
from releases.building.services.creation import create_release
from releases.records.models import Release
from tests.evaluation.ordering import ordered
from tests.evaluation.scoring import key, right_on, scored
from tests.papers.conftest import release_under
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db
FOUR = ("GPT-4", "Qwen-7B", "Deepseek-7B", "Yi-7B")
BASE = "/api/projects/bench/"


@pytest.fixture
def preview(cast: Cast) -> Release:
    finished_items(cast, 8)
    return built(cast)


def built(cast: Cast) -> Release:
    release = create_release(
        project=cast.project,
        version="1.0.0",
        actor=cast.actor(cast.maintainer),
        preview=True,
    )
    assert release.job is not None
    run_job(release.job.pk)
    return Release.objects.get(pk=release.pk)


def solved(cast: Cast) -> set[str]:
    answer = browser(cast.organizer).get(f"{BASE}evaluation/probes/1.0.0/").json()
    return {one["question"]["id"] for one in answer["solved"]}


def splits_of(release: Release) -> dict[str, list[str]]:
    by_split: dict[str, list[str]] = {}
    for uid, question in released_questions(release).items():
        by_split.setdefault(question.split, []).append(uid)
    return by_split


def blind(release: Release, model: str, ids: list[str], **options: Any) -> Run:
    splits = list(splits_of(release))
    text = right_on(*ids)
    return scored(
        release, text, model=model, setting="text-only", splits=splits, **options
    )


def test_a_preview_is_filtered_on_any_split_before_it_is_published(
    cast: Cast, preview: Release
) -> None:
    by_split = splits_of(preview)
    easy = [ids[0] for ids in by_split.values()]
    assert len(by_split) > 1
    for number, model in enumerate(FOUR):
        # Each of the four solves more, but all of them only the easy ones.
        blind(preview, model, [*easy, *by_split["test"][number + 1 : number + 2]])
    assert solved(cast) == set(easy)
    body = {"remove": True, "reason": "Four models know it without the image."}
    for uid in easy:
        address = f"{BASE}evaluation/probes/1.0.0/{uid}/"
        answer = browser(cast.organizer).post(address, body, format="json")
        assert answer.status_code == 200, answer.data
    again = built(cast)
    assert again.pk == preview.pk
    assert not set(easy) & set(released_questions(again))
    # The questions differ, so the answers to the earlier preview are gone.
    assert not Run.objects.filter(release=again).exists()
    assert ImageDependenceReview.objects.filter(status="removed").count() == len(easy)


def test_a_preview_is_not_evaluated_otherwise(preview: Release) -> None:
    with pytest.raises(InvalidInputError, match="a preview only in settings without"):
        ordered(preview, setting="none")


def test_a_preview_is_removed_with_its_answers(cast: Cast, preview: Release) -> None:
    ids = [ids[0] for ids in splits_of(preview).values()]
    for model in FOUR:
        blind(preview, model, ids)
    body = {"remove": False, "reason": "The image is needed all the same."}
    address = f"{BASE}evaluation/probes/1.0.0/{ids[0]}/"
    assert browser(cast.organizer).post(address, body, format="json").status_code == 200
    answer = browser(cast.maintainer).delete(f"{BASE}releases/1.0.0/")
    assert answer.status_code == 204, answer.data
    assert not Run.objects.exists()
    assert ImageDependenceReview.objects.get().status == "kept"


def test_ocr_is_no_part_of_the_filter(db: None) -> None:
    release = release_under("cmmmu")
    scored(release, key, setting="ocr")
    assert shortcut_baselines(release).solved == []
    scored(release, key, setting="text-only")
    assert shortcut_baselines(release).solved != []
