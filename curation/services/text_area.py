"""Stage 2, images with too much text (II-Bench §3.2): applying the threshold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from curation.domain.states import IMPORTED, IN_SCREENING
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.filters import TEXT, last_finished_run
from curation.selectors.text_area import (
    images_kept_by_work,
    images_to_exclude,
    images_to_reinclude,
    texts_of,
)
from curation.services.images import images_hold_unvoted, promote_to_screening
from projects.models import Project
from workflow.errors import FieldProblem, InvalidInputError
from workflow.services import Actor, transition_all


@dataclass
class TextSettled:
    """Changes that settling made."""

    excluded: int = 0
    restored: int = 0
    untouched: list[int] = field(default_factory=list)
    """Images above the threshold that stay because people have worked on them."""


@transaction.atomic
def settle_text_area(*, run: FilterRun, actor: Actor) -> TextSettled:
    """Exclude and restore images according to the run's threshold.

    Uses the stored measurements; no text is recognised again.
    """
    threshold = run.parameters["threshold"]
    project = run.project

    def named(image: Image) -> dict[str, Any]:
        return {"run": run.pk, "text_area": image.text_area, "threshold": threshold}

    back = list(images_to_reinclude(project, threshold))
    transition_all(back, "refilter", actor=actor, reason=run.reason, data=named)
    above = images_to_exclude(project, threshold).values_list("pk", flat=True)
    go = images_hold_unvoted(above, states=(IMPORTED, IN_SCREENING))
    transition_all(go, "exclude_text", actor=actor, reason=run.reason, data=named)
    _record_verdicts(run, back, excluded=False)
    _record_verdicts(run, go, excluded=True)
    untouched = images_kept_by_work(project, threshold).order_by("pk")
    return TextSettled(
        excluded=len(go),
        restored=len(back),
        untouched=list(untouched.values_list("pk", flat=True)),
    )


def _record_verdicts(
    run: FilterRun, images: Sequence[Image], *, excluded: bool
) -> None:
    """Store the result with the run, including the recognised text."""
    read = texts_of(images)
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image=image,
                value=image.text_area,
                threshold=run.parameters["threshold"],
                excluded=excluded,
                details=read[image.pk].details,
            )
            for image in images
        ],
        update_conflicts=True,
        unique_fields=["run", "image"],
        update_fields=["value", "threshold", "excluded"],
        batch_size=500,
    )


@transaction.atomic
def apply_text_threshold(
    *, project: Project, threshold: float, reason: str, actor: Actor
) -> FilterRun:
    """Apply another threshold: restore and exclude images without reading them again.

    Raises InvalidInputError (threshold, reason), also when nothing is measured yet.
    """
    problems = text_problems(threshold, reason)
    last = last_finished_run(project, TEXT)
    if last is None:
        problems.append(
            FieldProblem("threshold", "No text is measured yet. Run the filters first.")
        )
    if problems or last is None:
        raise InvalidInputError("This threshold cannot be applied.", problems)
    version = project.current_protocol
    run = FilterRun.objects.create(
        project=project,
        stage=TEXT,
        signature=last.signature,
        tools=last.tools,
        parameters={
            **last.parameters,
            "threshold": threshold,
            "protocol_version": version and version.number,
        },
        reason=reason,
        seconds=0,
    )
    return text_enforce(run=run, actor=actor)


def text_problems(threshold: float, reason: str) -> list[FieldProblem]:
    """Return the problems of a threshold that a person wants to apply."""
    problems = []
    if not 0 < threshold <= 1:
        problems.append(FieldProblem("threshold", "Must be above 0 and at most 1."))
    if not reason.strip():
        problems.append(FieldProblem("reason", "Please give a reason."))
    return problems


def text_enforce(*, run: FilterRun, actor: Actor) -> FilterRun:
    """Apply a run's rules, promote images that pass, and store the counts."""
    settled = settle_text_area(run=run, actor=actor)
    promote_to_screening(project=run.project)
    run.counts = {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "untouched": len(settled.untouched),
    }
    run.save(update_fields=["counts"])
    return run
