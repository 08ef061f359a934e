"""Comparisons without a counterpart move from rows of their own into their shares."""

from django.db import migrations, models
from django.db.models import Max

STAGE = "near_duplicates"
CHUNK = 1000


def move_into_shares(apps, schema_editor):
    FilterRun = apps.get_model("curation", "FilterRun")
    Measurement = apps.get_model("curation", "Measurement")
    Share = apps.get_model("curation", "DuplicateScanShare")
    for run in FilterRun.objects.filter(stage=STAGE):
        measured = Measurement.objects.filter(run=run)
        keys = sorted(set(measured.values_list("image_id", flat=True)))
        for share in Share.objects.filter(run=run, done=True):
            share.compared = [key for key in keys if share.first <= key <= share.last]
            share.save(update_fields=["compared"])
            keys = [key for key in keys if not share.first <= key <= share.last]
        if keys:
            # Runs of version 0.1.0 had no shares.
            highest = Share.objects.filter(run=run).aggregate(number=Max("number"))
            Share.objects.create(
                run=run,
                number=0 if highest["number"] is None else highest["number"] + 1,
                first=keys[0],
                last=keys[-1],
                images=len(keys),
                compared=keys,
                done=True,
            )
        measured.filter(value=None).delete()


def move_into_rows(apps, schema_editor):
    FilterRun = apps.get_model("curation", "FilterRun")
    Measurement = apps.get_model("curation", "Measurement")
    Share = apps.get_model("curation", "DuplicateScanShare")
    for run in FilterRun.objects.filter(stage=STAGE):
        for share in Share.objects.filter(run=run, done=True):
            Measurement.objects.bulk_create(
                [
                    Measurement(
                        run=run,
                        image_id=key,
                        threshold=run.parameters.get("certainty", 0.9),
                        excluded=False,
                    )
                    for key in share.compared
                ],
                ignore_conflicts=True,
                batch_size=CHUNK,
            )


class Migration(migrations.Migration):
    dependencies = [("curation", "0017_stage_values_in_images")]

    operations = [
        migrations.AddField(
            model_name="duplicatescanshare",
            name="compared",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(move_into_shares, move_into_rows),
    ]
