"""Stage 2: pictures that are mostly text go (II-Bench §3.2)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import transaction

from curation.domain.decoding import decode
from curation.domain.states import IMPORTED, IN_SCREENING, TOO_MUCH_TEXT
from curation.domain.text_area import (
    Confirmation,
    TextArea,
    TextEngine,
    TextRegion,
    measure,
)
from curation.engines.base import EngineUnavailableError, load_engine
from curation.models import FilterRun, Image, Measurement
from curation.selectors.filters import (
    TEXT,
    text_back,
    text_go,
    text_untouchable,
    texts_of,
)
from curation.services.images import images_hold_unvoted, images_let_through
from projects.models import Project
from workflow.errors import FieldProblem, Invalid
from workflow.services import Actor, transition_all

Progress = Callable[[int, int], None]
_CHUNK = 16
"""Images between two commits; a killed run reads at most so many again."""


@cache
def text_engine() -> TextEngine:
    """The engine that the settings name; its models are loaded once a process.

    Raises Invalid when it is not installed or has no weights.
    """
    try:
        return load_engine(settings.OCR_ENGINE, settings.OCR_OPTIONS)
    except EngineUnavailableError as error:
        raise Invalid(str(error)) from error


def text_tools() -> dict[str, Any]:
    """What the measured share depends on besides the parameters."""
    engine = text_engine()
    return {
        "engine": engine.name,
        "version": engine.version,
        "models": list(engine.models),
        "settings": dict(engine.parameters),
    }


# Measuring ----------------------------------------------------------------------


def text_measure(*, run: FilterRun, progress: Progress) -> dict[str, int]:
    """Read every image that the filter has to judge and has not read under this
    signature; written as it goes. Returns how many were read."""
    done = Measurement.objects.filter(
        run__project=run.project, run__stage=TEXT, run__signature=run.signature
    ).values("image_id")
    images = (
        Image.objects.filter(
            project=run.project, status__in=(IMPORTED, IN_SCREENING, TOO_MUCH_TEXT)
        )
        .exclude(pk__in=done)
        .order_by("pk")
    )
    todo = list(images.values_list("pk", flat=True))
    confirmation = Confirmation(
        run.parameters["confidence"], run.parameters["minimum_characters"]
    )
    progress(0, len(todo))
    for start in range(0, len(todo), _CHUNK):
        chunk = images.in_bulk(todo[start : start + _CHUNK])
        areas = {image: _read(image, confirmation) for image in chunk.values()}
        _record(run, areas)
        progress(min(start + _CHUNK, len(todo)), len(todo))
    return {"measured": len(todo)}


def _read(image: Image, confirmation: Confirmation) -> TextArea:
    # The preview is larger than what an engine looks at, and quick to decode.
    with default_storage.open(image.preview) as file:
        picture = decode(file.read()).image
    return measure(picture, text_engine(), confirmation=confirmation)


@transaction.atomic
def _record(run: FilterRun, areas: dict[Image, TextArea]) -> None:
    for image, area in areas.items():
        image.text_area = area.ratio
    Image.objects.bulk_update(areas, ["text_area"])
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image=image,
                value=area.ratio,
                threshold=run.parameters["threshold"],
                excluded=False,
                details={
                    "confirmed": _regions(area.confirmed),
                    "unconfirmed": _regions(area.unconfirmed),
                },
            )
            for image, area in areas.items()
        ],
        ignore_conflicts=True,
    )


def _regions(regions: Sequence[TextRegion]) -> list[dict[str, Any]]:
    return [
        {
            "polygon": [[round(x, 4), round(y, 4)] for x, y in region.polygon],
            "text": region.text,
            "confidence": round(region.confidence, 4),
        }
        for region in regions
    ]


# Settling -----------------------------------------------------------------------


@dataclass
class TextSettled:
    """What settling changed."""

    excluded: int = 0
    restored: int = 0
    untouched: list[int] = field(default_factory=list)
    """Images above the threshold that stay because people have worked on them."""


@transaction.atomic
def text_settle(*, run: FilterRun, actor: Actor) -> TextSettled:
    """Bring images to the side of the run's threshold on which they lie.

    Uses what was measured: nothing is read again.
    """
    threshold = run.parameters["threshold"]
    project = run.project

    def named(image: Image) -> dict[str, Any]:
        return {"run": run.pk, "text_area": image.text_area, "threshold": threshold}

    back = list(text_back(project, threshold))
    transition_all(back, "refilter", actor=actor, reason=run.reason, data=named)
    above = text_go(project, threshold).values_list("pk", flat=True)
    go = images_hold_unvoted(above, states=(IMPORTED, IN_SCREENING))
    transition_all(go, "exclude_text", actor=actor, reason=run.reason, data=named)
    _record_verdicts(run, back, excluded=False)
    _record_verdicts(run, go, excluded=True)
    untouched = text_untouchable(project, threshold).order_by("pk")
    return TextSettled(
        excluded=len(go),
        restored=len(back),
        untouched=list(untouched.values_list("pk", flat=True)),
    )


def _record_verdicts(
    run: FilterRun, images: Sequence[Image], *, excluded: bool
) -> None:
    """Keep the verdict with the run, and with it what was read."""
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
def text_apply(
    *, project: Project, threshold: float, reason: str, actor: Actor
) -> FilterRun:
    """Put another threshold in force: images come back and go, nothing is read again.

    Raises Invalid (threshold, reason), also when nothing has been measured yet.
    """
    problems = []
    if not 0 < threshold <= 1:
        problems.append(FieldProblem("threshold", "Above 0, at most 1."))
    if not reason.strip():
        problems.append(FieldProblem("reason", "Please say why."))
    last = (
        FilterRun.objects.filter(project=project, stage=TEXT, seconds__isnull=False)
        .order_by("-pk")
        .first()
    )
    if last is None:
        problems.append(FieldProblem("threshold", "No text has been measured yet."))
    if problems or last is None:
        raise Invalid("This threshold cannot be applied.", problems)
    run = FilterRun.objects.create(
        project=project,
        stage=TEXT,
        signature=last.signature,
        tools=last.tools,
        parameters={
            **last.parameters,
            "threshold": threshold,
            "protocol_version": project.current_protocol
            and project.current_protocol.number,
        },
        reason=reason,
        seconds=0,
    )
    settled = text_settle(run=run, actor=actor)
    waiting = Image.objects.filter(project=project, status=IMPORTED)
    images_let_through(images=list(waiting), actor=Actor.system())
    run.counts = {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "untouched": len(settled.untouched),
    }
    run.save(update_fields=["counts"])
    return run
