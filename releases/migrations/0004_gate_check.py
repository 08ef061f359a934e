import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("projects", "0001_initial"),
        ("releases", "0003_frozen_by_the_job"),
    ]

    operations = [
        migrations.CreateModel(
            name="GateCheck",
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
                ("ledger_id", models.BigIntegerField(default=0)),
                ("checked_at", models.DateTimeField()),
                ("content", models.JSONField()),
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gate_check",
                        to="projects.project",
                    ),
                ),
                (
                    "protocol_version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="projects.protocolversion",
                    ),
                ),
            ],
        ),
    ]
