"""The jobs of the demo."""

from collections.abc import Mapping
from typing import Any

from config.demo.jobs import images_make, project_finish
from config.demo.project import FINISHED, IMAGES
from workflow.jobs import JobContext, job


@job(IMAGES)
def demo_images(context: JobContext) -> Mapping[str, Any]:
    return images_make(job=context.job, progress=context.progress)


@job(FINISHED)
def demo_finished(context: JobContext) -> Mapping[str, Any]:
    return project_finish(job=context.job, progress=context.progress)
