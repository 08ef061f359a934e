"""Celery jobs of the demo."""

from collections.abc import Mapping
from typing import Any

from config.demo.jobs import finish_project, make_images, start_project
from config.demo.project import FINISHED, IMAGES, STARTED
from workflow.jobs import JobContext, job


@job(IMAGES)
def demo_images(context: JobContext) -> Mapping[str, Any]:
    return make_images(job=context.job, progress=context.progress)


@job(STARTED)
def demo_started(context: JobContext) -> Mapping[str, Any]:
    return start_project(job=context.job, progress=context.progress)


@job(FINISHED)
def demo_finished(context: JobContext) -> Mapping[str, Any]:
    return finish_project(job=context.job, progress=context.progress)
