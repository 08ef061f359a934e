"""Releases and runs in tests."""

from dataclasses import fields
from typing import Any

from core.jobs import run_job
from core.services import Actor
from evaluation.dispatch.services.runs import create_run
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Run
from releases.building.services.creation import create_release
from releases.records.models import Release
from tests.support.cast import Cast
from tests.support.finished import finished_items

_OF_THE_MODEL = {field.name for field in fields(ServedModel)}


def ordered(release: Release, **options: Any) -> Run:
    """A queued run of the model "m" in the plain setting.

    ``options`` are those of the run or of its model, whose name is ``model``.
    """
    served: dict[str, Any] = {"backend": "openai", "by_operator": True}
    served["name"] = options.pop("model", "m")
    served |= {name: options.pop(name) for name in _OF_THE_MODEL & options.keys()}
    return create_run(
        release=release,
        model=ServedModel(**served),
        actor=Actor.system(),
        **{"setting": "none", **options},
    )


def cut_release(cast: Cast, *, items: int, version: str = "1.0.0") -> Release:
    """A published release with so many further items."""
    finished_items(cast, items)
    cut = create_release(
        project=cast.project, version=version, actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    run_job(cut.job.pk)
    return Release.objects.get(pk=cut.pk)
