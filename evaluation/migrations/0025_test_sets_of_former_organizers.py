from django.db import migrations
from django.db.models import Exists, OuterRef
from django.utils import timezone


def end_known_test_sets(apps, schema_editor):
    """End unfinished test sets whose answers their person could read as an organizer."""
    former_organizer = apps.get_model("projects", "Membership").objects.filter(
        project=OuterRef("release__project"),
        user=OuterRef("person"),
        known_until__gte=OuterRef("release__created_at"),
    )
    assignments = apps.get_model("evaluation", "BaselineAssignment").objects
    open_ones = assignments.filter(run=None, ended_at=None)
    open_ones.filter(Exists(former_organizer)).update(ended_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0024_ended_baseline_assignments"),
        ("review", "0019_work_of_former_organizers"),
    ]

    operations = [
        migrations.RunPython(
            end_known_test_sets, migrations.RunPython.noop, elidable=True
        )
    ]
