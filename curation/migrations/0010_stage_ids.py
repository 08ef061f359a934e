"""Stages of curation are plug-ins with ids of their own.

Runs and overridden stages get the new ids, and the text area of an image becomes the
value of a measure.
"""

from typing import Any

from django.db import migrations

NEW_IDS = {"duplicates": "near_duplicates", "text": "text_area"}
OLD_IDS = {new: old for old, new in NEW_IDS.items()}
_CHUNK = 1000


def to_new_ids(apps: Any, schema_editor: Any) -> None:
    _rename(apps, NEW_IDS)
    run = apps.get_model("curation", "FilterRun")
    measurement = apps.get_model("curation", "Measurement")
    of_text = run.objects.filter(stage="text_area")
    measurement.objects.filter(run__in=of_text).update(measure="text_area")
    image = apps.get_model("curation", "Image")
    value = apps.get_model("curation", "StageValue")
    measured = image.objects.filter(text_area__isnull=False).order_by("pk")
    value.objects.bulk_create(
        (
            value(image_id=key, stage="text_area", measure="text_area", value=area)
            for key, area in measured.values_list("pk", "text_area").iterator()
        ),
        batch_size=_CHUNK,
    )
    for job in _live_jobs(apps):
        old = job.parameters
        if job.kind == "curation.text_preview":
            job.kind = "curation.stage_preview"
            job.parameters = {"stages": ["text_area"], "parameters": {"text_area": old}}
        elif job.kind == "curation.preview":
            job.parameters = {"parameters": {"near_duplicates": old}}
        else:
            asked: dict[str, dict[str, Any]] = {}
            if old.get("radius") is not None:
                asked["near_duplicates"] = {"radius": old["radius"]}
            if old.get("threshold") is not None:
                asked["text_area"] = {"threshold": old["threshold"]}
            stages = [NEW_IDS[stage] for stage in old["stages"]]
            job.parameters = {"stages": stages, "parameters": asked}
        job.save(update_fields=["kind", "parameters"])


def to_old_ids(apps: Any, schema_editor: Any) -> None:
    _rename(apps, OLD_IDS)
    image = apps.get_model("curation", "Image")
    value = apps.get_model("curation", "StageValue")
    rows = value.objects.filter(stage="text_area").order_by("pk")
    for row in rows.iterator():
        image.objects.filter(pk=row.image_id).update(text_area=row.value)


def _rename(apps: Any, ids: dict[str, str]) -> None:
    run = apps.get_model("curation", "FilterRun")
    for old, new in ids.items():
        run.objects.filter(stage=old).update(stage=new)
    image = apps.get_model("curation", "Image")
    for one in image.objects.exclude(overridden_stages=[]).iterator():
        one.overridden_stages = [ids.get(name, name) for name in one.overridden_stages]
        one.save(update_fields=["overridden_stages"])


def _live_jobs(apps: Any) -> Any:
    """Return the jobs that a worker of this version may still run."""
    kinds = ("curation.filter", "curation.preview", "curation.text_preview")
    return apps.get_model("workflow", "Job").objects.filter(
        kind__in=kinds, status__in=("queued", "running")
    )


class Migration(migrations.Migration):
    dependencies = [
        ("curation", "0009_stage_values"),
        ("workflow", "0003_job_queue"),
    ]

    operations = [migrations.RunPython(to_new_ids, to_old_ids)]
