"""Runs that are left out because their person knew answers, or that need a new run.

The first are finished human baselines of organizers and former organizers, from before
they were kept from answering. Published releases stay.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import Min

ORGANIZERS = ("organizer", "maintainer")


def mark_human_baselines(apps: Any, schema_editor: object) -> None:
    frozen_rows = apps.get_model("releases", "FrozenRow").objects
    cases = apps.get_model("review", "Case").objects
    assignments = apps.get_model("evaluation", "BaselineAssignment").objects
    finished = assignments.exclude(run=None).select_related("release", "run")
    for assignment in finished.order_by("pk"):
        items = frozen_rows.filter(release=assignment.release_id).values("item")
        begun = cases.filter(item__in=items).aggregate(at=Min("created_at"))["at"]
        if begun is not None and knew_answers(apps, assignment, begun):
            assignment.run.knew_answers = True
            assignment.run.save(update_fields=["knew_answers"])


def knew_answers(apps: Any, assignment: Any, begun: Any) -> bool:
    """Return whether the person was an organizer after ``begun``, before they finished."""
    finished = assignment.run.created_at
    membership = (
        apps.get_model("projects", "Membership")
        .objects.filter(project=assignment.release.project_id, user=assignment.person_id)
        .first()
    )
    return membership is not None and any(
        start < finished and (end is None or begun <= end)
        for start, end in organizer_periods(apps, membership)
    )


def organizer_periods(apps: Any, membership: Any) -> list[tuple[Any, Any]]:
    """Return begin and end of each period as an organizer or maintainer."""
    entries = apps.get_model("workflow", "LedgerEntry").objects.filter(
        machine="membership", subject_id=membership.pk
    )
    periods, start = [], None
    for target, data, at in entries.order_by("version").values_list(
        "target", "data", "at"
    ):
        organizes = target == "member" and data.get("role") in ORGANIZERS
        if organizes and start is None:
            start = at
        elif not organizes and start is not None:
            periods.append((start, at))
            start = None
    return periods if start is None else [*periods, (start, None)]


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0026_message_attempts"),
        ("workflow", "0006_job_after_job"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="needs_new_run",
            field=models.BooleanField(default=False, db_default=False),
        ),
        migrations.AddField(
            model_name="run",
            name="knew_answers",
            field=models.BooleanField(default=False, db_default=False),
        ),
        migrations.RunPython(
            mark_human_baselines, migrations.RunPython.noop, elidable=True
        ),
    ]
