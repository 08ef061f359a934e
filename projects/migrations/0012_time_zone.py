from django.db import migrations, models


class Migration(migrations.Migration):
    """With defaults of the database: the version before still makes projects."""

    dependencies = [("projects", "0011_known_until")]

    operations = [
        migrations.AddField(
            model_name="project",
            name="time_zone",
            field=models.CharField(
                max_length=64, blank=True, default="", db_default=""
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="status",
            field=models.CharField(
                max_length=32, editable=False, db_default="in_use"
            ),
        ),
        migrations.AddField(
            model_name="project",
            name="state_version",
            field=models.PositiveIntegerField(default=0, db_default=0, editable=False),
        ),
    ]
