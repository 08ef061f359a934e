"""Saving the release form of a project."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from core.domain.texts import _
from core.errors import NotAllowedError
from core.services import Actor
from projects.models import Project
from projects.roles import MAINTAINERS
from releases.content.domain.release_form import ReleaseForm, read_release_form
from releases.records.models import ReleaseFormDraft


def save_release_form(
    *, project: Project, actor: Actor, values: Mapping[str, Any]
) -> ReleaseForm:
    """Save the form, which the next release freezes. Raises NotAllowedError."""
    if actor.role not in MAINTAINERS:
        raise NotAllowedError(_("Only a maintainer can change the release form."))
    form = read_release_form(values)
    ReleaseFormDraft.objects.update_or_create(project=project, defaults=asdict(form))
    return form
