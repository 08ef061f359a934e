import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KINDS = {"reframed": "cropped"}
"""Names of differences in version 0.1.0 that have changed."""


def convert(apps, schema_editor):
    """What was confirmed stays confirmed, under the names of the new comparison."""
    for name in ("NearDuplicatePair", "ReleasedCopy"):
        rows = apps.get_model("curation", name).objects
        for row in rows.only("confirmation").iterator(chunk_size=500):
            before = row.confirmation
            row.confirmation = {
                "certainty": 1.0,
                "kinds": [KINDS.get(kind, kind) for kind in before.get("differences", [])],
                "added": before.get("added", 0.0),
                "removed": before.get("removed", 0.0),
            }
            row.save(update_fields=["confirmation"])


class Migration(migrations.Migration):

    dependencies = [
        ("curation", "0015_uploads_without_project"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("RejectedDuplicatePair", "PairDecision"),
        migrations.AddField(
            "pairdecision",
            "answer",
            models.CharField(
                choices=[
                    ("same", "Same"),
                    ("different", "Different"),
                    ("variant", "Variant"),
                ],
                default="different",
                max_length=16,
            ),
            preserve_default=False,
        ),
        migrations.RenameField("pairdecision", "created_at", "decided_at"),
        migrations.AlterField(
            "pairdecision",
            "decided_at",
            models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            "pairdecision",
            "decided_by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField("pairdecision", "reason", models.TextField(blank=True)),
        migrations.AddField(
            "nearduplicatepair",
            "certainty",
            models.FloatField(default=1.0),
            preserve_default=False,
        ),
        migrations.RenameField("filterchange", "similarity", "certainty"),
        migrations.RunPython(convert, migrations.RunPython.noop, elidable=True),
        # Descriptions are files; a run makes them from the thumbnails.
        migrations.DeleteModel("ImageFingerprint"),
    ]
