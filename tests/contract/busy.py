"""A project in which something of everything is there, and the ids to reach it by."""

import re
from collections.abc import Mapping

from annotation.models import Item
from curation.models.images import Image
from evaluation.models import ErrorAnalysis, Run
from evaluation.services.analyses import SampleDesign, draw_error_analysis
from releases.models import Release
from releases.services.cutting import create_release
from review.models import Case, Thread
from review.selectors.threads import subject_of_item
from review.services.threads import open_thread
from tests.evaluation.scoring import scored
from tests.support.cast import Cast
from tests.support.finished import finished_items
from tests.support.images import accepted_images
from workflow.jobs import run_job

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
