"""The demo: its people, a project to work in, and two in which a crew has worked.

All use the images that ``demo`` draws; no content is written by hand. The rows are
created before the first page is served, the rest by jobs (``demo.projects.jobs``).
"""

from django.db import transaction

from core.jobs import enqueue_job
from core.models import Job, JobStatus
from core.services import Actor
from demo.job_kinds import FINISHED, IMAGES, STARTED
from projects.accounts.selectors import DEMO_SLUG
from projects.accounts.services.accounts import create_user
from projects.memberships.services.members import add_member
from projects.models import Project, User
from projects.project_settings.services import create_project
from projects.roles import Role
from subtext_protocol.shipped import shipped_protocol

PEOPLE = (
    ("demo-ada", "Ada", "en", Role.ANNOTATOR),
    ("demo-bo", "Bo", "en", Role.ANNOTATOR),
    ("demo-chen", "陈晨", "zh", Role.ANNOTATOR),
    ("demo-dilan", "Dilan", "en", Role.ANNOTATOR),
    ("demo-esi", "Esi", "en", Role.ANNOTATOR),
    ("demo-fang", "方芳", "zh", Role.ANNOTATOR),
    ("demo-olga", "Olga", "en", Role.ORGANIZER),
    ("demo-mateo", "Mateo", "en", Role.MAINTAINER),
)
STARTED_SLUG = "started"
FINISHED_SLUG = "finished"


@transaction.atomic
def begin_demo() -> Project:
    """Create the people and the project to work in, and queue the job for its images.

    An existing project stays unchanged; only a failed job is queued again.
    """
    project, is_new = _project(DEMO_SLUG, "Demo: what images imply")
    if is_new:
        join_demo_people(project, Role.ANNOTATOR)
    _enqueue(IMAGES, project, is_new=is_new)
    return project


@transaction.atomic
def begin_started_project() -> Project:
    """Create the project with work for every role, in the same way."""
    project, is_new = _project(STARTED_SLUG, "Started: work for every role")
    _enqueue(STARTED, project, is_new=is_new)
    return project


@transaction.atomic
def begin_finished_project() -> Project:
    """Create the finished project, in the same way."""
    project, is_new = _project(FINISHED_SLUG, "Finished: the released demo")
    _enqueue(FINISHED, project, is_new=is_new)
    return project


def join_demo_people(project: Project, role: str) -> None:
    """Add the demo people of this role to the project."""
    for person in PEOPLE:
        if person[3] == role:
            add_member(project=project, user=_person(*person), role=role)


def _enqueue(kind: str, project: Project, *, is_new: bool) -> None:
    latest = Job.objects.filter(kind=kind, scope_id=project.pk).last()
    if is_new or (latest is not None and latest.status == JobStatus.FAILED):
        enqueue_job(kind=kind, scope_id=project.pk, actor=Actor.system(), parameters={})


def _project(slug: str, name: str) -> tuple[Project, bool]:
    """Return the project, and whether it was just created."""
    project = Project.objects.filter(slug=slug).first()
    if project is not None:
        return project, False
    maintainer = next(person for person in PEOPLE if person[3] == Role.MAINTAINER)
    project = create_project(
        slug=slug,
        name=name,
        protocol=shipped_protocol("ii-bench"),
        maintainer=_person(*maintainer),
    )
    join_demo_people(project, Role.ORGANIZER)
    return project, True


def _person(username: str, display_name: str, locale: str, role: str) -> User:
    person = User.objects.filter(username=username).first()
    return person or create_user(
        username=username,
        password=None,
        display_name=display_name,
        locale=locale,
        staff=role == Role.MAINTAINER,
    )
