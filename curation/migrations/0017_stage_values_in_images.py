"""The current values of measures move from rows of their own into their images."""

from django.db import migrations, models

CHUNK = 1000


def move_into_images(apps, schema_editor):
    Image = apps.get_model("curation", "Image")
    StageValue = apps.get_model("curation", "StageValue")
    values = {}
    for row in StageValue.objects.order_by("image_id").iterator():
        if len(values) == CHUNK and row.image_id not in values:
            _store(Image, values)
            values = {}
        of_image = values.setdefault(row.image_id, {})
        of_image.setdefault(row.stage, {})[row.measure] = row.value
    _store(Image, values)


def _store(Image, values):
    images = list(Image.objects.filter(pk__in=values).only("pk"))
    for image in images:
        image.stage_values = values[image.pk]
    Image.objects.bulk_update(images, ["stage_values"], batch_size=100)


def move_into_rows(apps, schema_editor):
    Image = apps.get_model("curation", "Image")
    StageValue = apps.get_model("curation", "StageValue")
    measured = Image.objects.exclude(stage_values={}).order_by("pk")
    StageValue.objects.bulk_create(
        (
            StageValue(image_id=key, stage=stage, measure=measure, value=value)
            for key, stages in measured.values_list("pk", "stage_values").iterator()
            for stage, of_stage in stages.items()
            for measure, value in of_stage.items()
        ),
        batch_size=CHUNK,
    )


class Migration(migrations.Migration):
    dependencies = [("curation", "0016_pair_decisions")]

    operations = [
        migrations.AddField(
            model_name="image",
            name="stage_values",
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(move_into_images, move_into_rows),
        migrations.DeleteModel(name="StageValue"),
    ]
