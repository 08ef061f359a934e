"""A project in which something of everything is there, and the ids to reach it by."""

import re
from collections.abc import Mapping

from annotation.items.models.items import Item
from core.jobs import run_job
from curation.images.models import Image
from evaluation.marking.models.error_analyses import ErrorAnalysis
from evaluation.marking.services.error_analyses import SampleDesign, draw_error_analysis
from evaluation.runs.models.runs import Run
from releases.building.services.creation import create_release
from releases.records.models import Release
from review.adjudication.models import Case
from review.discussions.selectors import subject_of_item
from review.discussions.services.threads import open_thread
from review.rounds.models.threads import Thread
from tests.evaluation.scoring import scored
from tests.support.cast import Cast
from tests.support.finished import finished_items
from tests.support.images import accepted_images

MODEL_SAID = "quokka"
TALKED = "wombat"


def busy_project() -> Cast:
    """A released project in which people may annotate further images."""
    cast = Cast()
    finished_items(cast, 3)
    cut = create_release(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    run = scored(Release.objects.get(pk=cut.pk), lambda _: f"B, says {MODEL_SAID}")
    draw_error_analysis(
        run=run, design=SampleDesign(size=2), actor=cast.actor(cast.organizer)
    )
    open_thread(
        project=cast.project,
        actor=cast.actor(cast.organizer),
        about=subject_of_item(cast.project, Item.objects.order_by("pk")[0].pk, ""),
        purpose="consensus",
        text=f"Agreed on {TALKED}",
    )
    accepted_images(cast.project, 2)
    return cast


def known_ids(cast: Cast) -> dict[str, str | int]:
    """What path parameters may be, by their names in the API's description."""
    run = Run.objects.get(status="finished").pk
    return {
        "slug": cast.project.slug,
        "version": "1.0.0",
        "image_id": Image.objects.order_by("pk")[0].pk,
        "item_id": Item.objects.order_by("pk")[0].pk,
        "case_id": Case.objects.order_by("pk")[0].pk,
        "file": "preview",
        "path": "manifest.json",
        "run_id": run,
        "other_id": run,
        "analysis_id": ErrorAnalysis.objects.get().pk,
        "before": "1.0.0",
        "after": "1.0.0",
        "file_format": "markdown",
        "thread_id": Thread.objects.order_by("pk")[0].pk,
    }


def filled(path: str, ids: Mapping[str, str | int]) -> str:
    """The path with the ids of things that are there."""
    return re.sub(r"\{(\w+)\}", lambda name: str(ids.get(name[1], 1)), path)
