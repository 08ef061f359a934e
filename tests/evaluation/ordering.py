"""Ordering runs in tests."""

from typing import Any

from evaluation.models import Run
from evaluation.services.runs import run_create
from releases.models import Release
from workflow.services import Actor


def ordered(release: Release, **options: Any) -> Run:
    """A queued run; without options of a served model in the plain setting."""
    settings = {"model": "m", "backend": "openai", "setting": "none", **options}
    return run_create(release=release, actor=Actor.system(), **settings)
