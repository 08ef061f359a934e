"""Unread notifications that a discussion's outcome replaces go; a spare index too."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef

OF_THREADS = ("dissent", "asked", "answered")


def drop_superseded(apps, schema_editor):
    """Drop what the unread outcome of the same discussion has replaced."""
    Notification = apps.get_model("review", "Notification")
    outcomes = Notification.objects.filter(
        kind="thread_closed",
        read_at=None,
        person=OuterRef("person"),
        subject_id=OuterRef("subject_id"),
        pk__gt=OuterRef("pk"),
    )
    superseded = Notification.objects.filter(
        Exists(outcomes), kind__in=OF_THREADS, read_at=None
    )
    ids = list(superseded.values_list("pk", flat=True))
    for start in range(0, len(ids), 500):
        Notification.objects.filter(pk__in=ids[start : start + 500]).delete()


class Migration(migrations.Migration):
    version_before_serves = "It lists fewer notifications."

    dependencies = [
        ('projects', '0008_raters'),
        ('review', '0014_test_set_notifications'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notification',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='projects.project'),
        ),
        migrations.RunPython(drop_superseded, migrations.RunPython.noop),
    ]
