"""Responses keep only the fields that differ from their defaults."""

from django.db import migrations

CHUNK = 1000
DEFAULTS = {
    "text": None,
    "finish_reason": None,
    "error": None,
    "attempts": 1,
    "seconds": 0,
    "retried": [],
    "reasoning": None,
    "prompt": "",
    "order": "",
    "reused": False,
    "prompt_tokens": None,
    "completion_tokens": None,
}


def _rewrite(apps, change):
    Response = apps.get_model("evaluation", "Response")
    last = 0
    while rows := list(
        Response.objects.filter(pk__gt=last)
        .order_by("pk")
        .only("question_id", "record")[:CHUNK]
    ):
        for row in rows:
            row.record = change(row)
        Response.objects.bulk_update(rows, ["record"], batch_size=100)
        last = rows[-1].pk


def drop_defaults(apps, schema_editor):
    _rewrite(
        apps,
        lambda row: {
            name: value
            for name, value in row.record.items()
            if name != "question_id"
            and (name not in DEFAULTS or value != DEFAULTS[name])
        },
    )


def restore_defaults(apps, schema_editor):
    _rewrite(
        apps,
        lambda row: {**DEFAULTS, **row.record, "question_id": row.question_id},
    )


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0018_several_error_categories")]

    operations = [migrations.RunPython(drop_defaults, restore_defaults)]
