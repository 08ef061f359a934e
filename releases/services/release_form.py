"""Saving the release form of a project."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from projects.models import Project
from projects.selectors import MAINTAINERS
from releases.domain.release_form import ReleaseForm, read_release_form
from releases.models.records import ReleaseFormDraft
from workflow.domain.texts import _
from workflow.errors import NotAllowedError
from workflow.services import Actor


def save_release_form(
    *, project: Project, actor: Actor, values: Mapping[str, Any]
) -> ReleaseForm:
    """Save the form, which the next release freezes. Raises NotAllowedError."""
    if actor.role not in MAINTAINERS:
        raise NotAllowedError(_("Only a maintainer can change the release form."))
    form = read_release_form(values)
    ReleaseFormDraft.objects.update_or_create(project=project, defaults=asdict(form))
    return form
