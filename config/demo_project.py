"""The demo: its people and a project whose images have been curated for real."""

from collections.abc import Callable

from django.conf import settings
from django.core.management import call_command

from curation.models import Image
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
SOURCE = "Drawn by Subtext"
LICENCE = "CC0-1.0"


def demo_project_ready(*, say: Callable[[str], None]) -> Project:
    """The demo project; what is there already is kept, what is missing is made."""
    project = Project.objects.filter(slug=DEMO_SLUG).first()
    if project is None:
        say("Making the demo project and its people …")
        project = _make()
    if not Image.objects.filter(project=project).exists():
        say("Drawing the demo images …")
        folder = settings.DATA_DIR / "demo-images"
        draw_all(folder)
        say("Importing them …")
        call_command(
            "images_import",
            DEMO_SLUG,
            str(folder),
            source=SOURCE,
            licence=LICENCE,
            verbosity=0,
        )
    if Image.objects.filter(project=project, status="imported").exists():
        say("Looking for duplicates and measuring text …")
        call_command("curation_run", DEMO_SLUG, wait=True, verbosity=0)
    return project


def _make() -> Project:
    users: dict[str, User] = {}
    for username, display_name, locale, role in PEOPLE:
        users[role] = user_create(
            username=username, password=None, display_name=display_name, locale=locale
        )
    project = project_create(
        slug=DEMO_SLUG,
        name="Demo: what pictures imply",
        protocol=shipped_protocol("ii-bench"),
        maintainer=users[Role.MAINTAINER],
    )
    for username, _, _, role in PEOPLE:
        member_add(project=project, user=User.objects.get(username=username), role=role)
    return project
