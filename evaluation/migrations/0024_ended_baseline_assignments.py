from django.db import migrations, models
from django.db.models import Exists, OuterRef
from django.utils import timezone


def end_those_of_former_annotators(apps, schema_editor):
    """End unfinished assignments of people who are no annotators any more."""
    annotator = apps.get_model("projects", "Membership").objects.filter(
        project=OuterRef("release__project"),
        user=OuterRef("person"),
        status="member",
        role="annotator",
    )
    assignments = apps.get_model("evaluation", "BaselineAssignment").objects
    assignments.filter(~Exists(annotator), run=None).update(ended_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0023_request_parameters"),
        ("projects", "0009_names_without_case"),
    ]

    operations = [
        migrations.AddField(
            model_name="baselineassignment",
            name="ended_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(
            end_those_of_former_annotators, migrations.RunPython.noop
        ),
    ]
