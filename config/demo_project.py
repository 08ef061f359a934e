"""The demo: its people, a project to work in, and one that a crew has finished.

Both hold the images that ``demo`` draws; nothing in them was put there by hand.
"""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from demo import draw_all
from projects.domain.shipped import shipped_protocol
from projects.models import Project, Role, User
from projects.selectors import DEMO_SLUG
from projects.services import member_add, project_create, user_create

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
SOURCE = "Drawn by Subtext"
LICENCE = "CC0-1.0"

Say = Callable[[str], None]


def demo_project_ready(*, say: Say) -> None:
    """The project to work in, its images curated. What is there is kept."""
    if _done(DEMO_SLUG):
        return
    say("Making the demo project and its people …")
    project = _project(DEMO_SLUG, "Demo: what pictures imply")
    _join(project, Role.ANNOTATOR)
    _curated(DEMO_SLUG, say=say)
    _mark(DEMO_SLUG)


def finished_project_ready(*, say: Say) -> None:
    """The same images, taken by a simulated crew all the way to release 1.0.0."""
    if _done(FINISHED_SLUG):
        return
    project = _project(FINISHED_SLUG, "Finished: the same, released")
    truth = _curated(FINISHED_SLUG, say=say)
    say("A simulated crew annotates and validates …")
    call_command(
        "crew_simulate", FINISHED_SLUG, people=10, accuracy=0.9, truth=truth, json=True
    )
    say("Cutting 1.0.0 …")
    call_command("release_cut", FINISHED_SLUG, "1.0.0", wait=True, verbosity=0)
    # Only now: questions would wait for annotators who are there and never come.
    _join(project, Role.ANNOTATOR)
    _mark(FINISHED_SLUG)


def _project(slug: str, name: str) -> Project:
    found = Project.objects.filter(slug=slug).first()
    if found is not None:
        return found
    maintainer = next(who for who in PEOPLE if who[3] == Role.MAINTAINER)
    project = project_create(
        slug=slug,
        name=name,
        protocol=shipped_protocol("ii-bench"),
        maintainer=_person(*maintainer),
    )
    _join(project, Role.ORGANIZER)
    return project


def _join(project: Project, role: str) -> None:
    for who in PEOPLE:
        if who[3] == role:
            member_add(project=project, user=_person(*who), role=role)


def _person(username: str, display_name: str, locale: str, role: str) -> User:
    found = User.objects.filter(username=username).first()
    return found or user_create(
        username=username,
        password=None,
        display_name=display_name,
        locale=locale,
        staff=role == Role.MAINTAINER,
    )


def _curated(slug: str, *, say: Say) -> Path:
    """Draw, import and filter; each step continues where it was interrupted."""
    say("Drawing the demo images …")
    folder = settings.DATA_DIR / "demo-images"
    truth = draw_all(folder)
    say("Importing them …")
    options = {"source": SOURCE, "licence": LICENCE, "verbosity": 0}
    call_command("images_import", slug, str(folder), **options)
    say("Looking for duplicates and measuring text …")
    call_command("curation_run", slug, wait=True, verbosity=0)
    return truth


def _stamp(slug: str) -> Path:
    return settings.DATA_DIR / f"{slug}-is-ready"


def _done(slug: str) -> bool:
    return _stamp(slug).exists() and Project.objects.filter(slug=slug).exists()


def _mark(slug: str) -> None:
    _stamp(slug).touch()
