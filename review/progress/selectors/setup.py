"""The set-up checklist of a project: what is done, and what can be done now."""

from dataclasses import dataclass
from typing import Literal

from django.utils import timezone

from annotation.onboarding.selectors.calibration import list_calibration_batches
from core.models import JobStatus
from core.selectors import list_jobs
from curation.images.domain.states import ACCEPTED, DISCARDED, IMPORTED, IN_SCREENING
from curation.images.selectors.images import count_images_by_state
from curation.imports.selectors import list_import_jobs
from curation.screening.selectors import undecided_images
from projects.access.selectors import active_people
from projects.models import Project
from projects.roles import Role
from review.adjudication.models import Case

SetupKind = Literal["protocol", "invite", "import", "filter", "screen", "calibrate"]
SetupState = Literal["done", "now", "waiting", "later"]
_LIVE = (JobStatus.QUEUED, JobStatus.RUNNING)


@dataclass(frozen=True)
class SetupStep:
    """A step of the set-up.

    ``now`` can be done at once, ``waiting`` waits for invited people or a running job,
    ``later`` needs an earlier step first. ``count`` is the version of the protocol, the
    number of annotators, and otherwise of images; of ``wanted``, where that is set.
    """

    kind: SetupKind
    state: SetupState
    count: int
    wanted: int | None
    page: str


def is_importing(project: Project) -> bool:
    """Return whether an import is queued or running."""
    return list_import_jobs(project).filter(status__in=_LIVE).exists()


def is_filtering(project: Project) -> bool:
    """Return whether the filters are queued or running."""
    jobs = list_jobs(project.pk).filter(kind="curation.filter", status__in=_LIVE)
    return jobs.exists()


def setup_steps(project: Project) -> list[SetupStep]:
    """Return the steps of the set-up; none once all are done or annotation has begun."""
    if Case.objects.filter(project=project).exists():
        return []
    images = count_images_by_state(project)
    importing, filtering = is_importing(project), is_filtering(project)
    steps = [
        _protocol(project),
        _people(project),
        _import(images, importing=importing),
        _filters(images, importing=importing, filtering=filtering),
        _screening(images, undecided_images(project).count()),
        *_calibration(project, images),
    ]
    return [] if all(step.state == "done" for step in steps) else steps


def _protocol(project: Project) -> SetupStep:
    version = project.current_protocol
    return SetupStep(
        "protocol", "done", version.number if version else 0, None, "protocol"
    )


def _people(project: Project) -> SetupStep:
    """Return the step of annotators: as many as one item needs."""
    there = len(active_people(project, [Role.ANNOTATOR]))
    needed = project.protocol.annotation.people
    invited = project.invitations.filter(
        role=Role.ANNOTATOR, uses_left__gt=0, expires_at__gt=timezone.now()
    )
    state: SetupState = "now"
    if there >= needed:
        state = "done"
    elif sum(invited.values_list("uses_left", flat=True)) >= needed - there:
        state = "waiting"
    return SetupStep("invite", state, there, needed, "people")


def _import(images: dict[str, int], *, importing: bool) -> SetupStep:
    state: SetupState = "now"
    if images["raw"]:
        state = "done"
    elif importing:
        state = "waiting"
    return SetupStep("import", state, images["raw"], None, "import")


def _filters(images: dict[str, int], *, importing: bool, filtering: bool) -> SetupStep:
    state: SetupState = "now"
    if not images["raw"]:
        state = "later"
    elif filtering or importing:
        state = "waiting"
    elif not images[IMPORTED]:
        state = "done"
    return SetupStep("filter", state, images[IMPORTED], None, "import")


def _screening(images: dict[str, int], undecided: int) -> SetupStep:
    """Return the step of screening; images without a majority wait for a decision."""
    decided = images[ACCEPTED] + images[DISCARDED]
    state: SetupState = "later"
    if images[IN_SCREENING]:
        state = "now" if images[IN_SCREENING] > undecided else "waiting"
    elif decided:
        state = "done"
    return SetupStep("screen", state, decided, decided + images[IN_SCREENING], "screen")


def _calibration(project: Project, images: dict[str, int]) -> list[SetupStep]:
    """Return the step of the calibration batch, if the protocol asks for one."""
    rules = project.protocol.annotation.calibration
    if rules is None:
        return []
    state: SetupState = "later"
    if list_calibration_batches(project).exists():
        state = "done"
    elif images[ACCEPTED] >= rules.items * project.protocol.item.images:
        state = "now"
    return [SetupStep("calibrate", state, rules.items, None, "calibration")]
