from django.db import migrations, models


def keep_queues(apps, schema_editor):
    """Jobs under way go on where they were sent: curation's and imports to its queue."""
    jobs = apps.get_model("workflow", "Job").objects
    jobs.filter(kind__startswith="curation.").update(queue="curation")


class Migration(migrations.Migration):
    dependencies = [("workflow", "0002_worker_processes")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="queue",
            field=models.CharField(default="default", max_length=16),
        ),
        migrations.RunPython(keep_queues, migrations.RunPython.noop),
    ]
