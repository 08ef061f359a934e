"""Create people, images and sessions, and print them as one line of JSON.

Runs in a process of its own, in the installation that is then measured.
"""

import json
import sys

import django

django.setup()

# Imported here, because models need the settings.
from django.conf import settings  # noqa: E402
from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from projects.memberships.services.members import add_member  # noqa: E402
from projects.models import User  # noqa: E402
from projects.project_settings.services import create_project  # noqa: E402
from projects.roles import Role  # noqa: E402
from subtext_protocol.shipped import shipped_protocol  # noqa: E402
from tests.support.images import accepted_images  # noqa: E402
from tests.support.writing import finished_record  # noqa: E402


def session_of(user: User) -> str:
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    assert store.session_key is not None  # noqa: S101 - it was just saved
    return store.session_key


def main(people: int, items: int) -> None:
    call_command("migrate", verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    project = create_project(
        slug="bench",
        name="Bench",
        protocol=shipped_protocol("ii-bench"),
        maintainer=None,
    )
    accepted_images(project, items)
    sessions = []
    for number in range(people):
        user = User.objects.create_user(f"annotator-{number}")
        add_member(project=project, user=user, role=Role.ANNOTATOR)
        sessions.append(session_of(user))
    if connection.vendor == "postgresql":
        # PostgreSQL does this by itself after a while; SQLite does not.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
    record = finished_record(project.protocol)
    prepared = {"slug": project.slug, "sessions": sessions, "record": record}
    sys.stdout.write(json.dumps(prepared))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
