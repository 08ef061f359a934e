from typing import Any

from django.db import migrations


def _enqueue(apps: Any, schema_editor: object) -> None:
    """Let workers fold the search texts of every project: a large one takes minutes."""
    jobs = apps.get_model("workflow", "Job").objects
    projects = apps.get_model("projects", "Project").objects
    for project in projects.order_by("pk"):
        jobs.get_or_create(kind="review.search", scope_id=project.pk, status="queued")


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0017_checklist_notifications"),
        ("curation", "0022_search_paths"),
        ("projects", "0008_raters"),
        ("workflow", "0006_job_after_job"),
    ]

    operations = [
        migrations.RunPython(_enqueue, migrations.RunPython.noop, elidable=True)
    ]
