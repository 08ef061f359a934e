"""Figures over all of a project, stored by a job."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("projects", "0004_membership_history"),
        ("review", "0007_answers_by_time"),
    ]

    operations = [
        migrations.CreateModel(
            name="Figures",
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
                ("name", models.CharField(max_length=80)),
                ("position", models.CharField(max_length=64)),
                ("as_of", models.DateTimeField()),
                ("data", models.JSONField()),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to="projects.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["project", "name"], name="figures_one_of_a_name"
                    )
                ]
            },
        ),
    ]
