"""The demo: its people, a project to work in, and one that a crew has finished.

Both hold the images that ``demo`` draws; nothing in them was put there by hand. The rows
are made before the first page is served, the rest by jobs (``config.demo.jobs``).
"""

from django.db import transaction

from projects.domain.shipped import shipped_protocol
from projects.models import Project, Role, User
from projects.selectors import DEMO_SLUG
from projects.services import add_member, create_project, user_create
from workflow.jobs import enqueue_job
from workflow.models import Job, JobStatus
from workflow.services import Actor

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
FINISHED_SLUG = "finished"
IMAGES = "demo.images"
"""The job that draws, imports and filters the images of the project to work in."""
FINISHED = "demo.finished"
"""The job that has a crew finish the other project."""


@transaction.atomic
def begin_demo() -> Project:
    """Make the people and the project to work in, and queue its images.

    A project that is there is kept as it is; only a job that failed is queued again.
    """
    project, is_new = _project(DEMO_SLUG, "Demo: what images imply")
    if is_new:
        join(project, Role.ANNOTATOR)
    _enqueue(IMAGES, project, wanted=is_new)
    return project


@transaction.atomic
def begin_finished_project() -> Project:
    """Make the second project and queue the crew's work, likewise."""
    project, is_new = _project(FINISHED_SLUG, "Finished: the released demo")
    _enqueue(FINISHED, project, wanted=is_new)
    return project


def join(project: Project, role: str) -> None:
    """Give the demo people of this role their place in the project."""
    for who in PEOPLE:
        if who[3] == role:
            add_member(project=project, user=_person(*who), role=role)


def _enqueue(kind: str, project: Project, *, wanted: bool) -> None:
    latest = Job.objects.filter(kind=kind, scope_id=project.pk).last()
    if wanted or (latest is not None and latest.status == JobStatus.FAILED):
        enqueue_job(kind=kind, scope_id=project.pk, actor=Actor.system(), parameters={})


def _project(slug: str, name: str) -> tuple[Project, bool]:
    """The project, and whether it was made just now."""
    found = Project.objects.filter(slug=slug).first()
    if found is not None:
        return found, False
    maintainer = next(who for who in PEOPLE if who[3] == Role.MAINTAINER)
    project = create_project(
        slug=slug,
        name=name,
        protocol=shipped_protocol("ii-bench"),
        maintainer=_person(*maintainer),
    )
    join(project, Role.ORGANIZER)
    return project, True


def _person(username: str, display_name: str, locale: str, role: str) -> User:
    found = User.objects.filter(username=username).first()
    return found or user_create(
        username=username,
        password=None,
        display_name=display_name,
        locale=locale,
        staff=role == Role.MAINTAINER,
    )
