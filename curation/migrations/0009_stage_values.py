"""Values of the measures of curation stages, in a table of their own."""

from django.db import migrations, models
from django.db.models import deletion


class Migration(migrations.Migration):
    dependencies = [("curation", "0008_smaller_fingerprints")]

    operations = [
        migrations.RenameField("image", "cleared", "overridden_stages"),
        migrations.AlterField(
            "filterrun", "stage", models.CharField(max_length=64)
        ),
        migrations.RemoveConstraint("measurement", "measured_once_a_run"),
        migrations.AddField(
            "measurement", "measure", models.CharField(blank=True, max_length=64)
        ),
        migrations.AddConstraint(
            "measurement",
            models.UniqueConstraint(
                fields=("run", "image", "measure"), name="measured_once_a_run"
            ),
        ),
        migrations.CreateModel(
            name="StageValue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("stage", models.CharField(max_length=64)),
                ("measure", models.CharField(max_length=64)),
                ("value", models.FloatField()),
                (
                    "image",
                    models.ForeignKey(
                        on_delete=deletion.CASCADE,
                        related_name="values",
                        to="curation.image",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("image", "stage", "measure"),
                        name="one_value_a_measure",
                    )
                ],
            },
        ),
    ]
