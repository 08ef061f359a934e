import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("curation", "0014_spare_indexes")]

    operations = [
        migrations.AlterField(
            "upload",
            "project",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, to="projects.project"
            ),
        ),
        migrations.AlterField(
            "upload",
            "source",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to="curation.source"),
        ),
    ]
